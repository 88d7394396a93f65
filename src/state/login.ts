import { signal } from "@preact/signals-core"
import type { Connection } from "../domain/connection.ts"
import { idle, type Loadable } from "../domain/loadable.ts"
import type { Namespace } from "../domain/namespaces.ts"
import type { LoginTarget, RedirectView, SocialProvider } from "../domain/route.ts"
import { isSocial, type TelegramPlatform } from "../domain/socials.ts"
import { activeConnection } from "./core.ts"
import { slice } from "./slice.ts"

/** What a login by e-mail, or a change of the address, has come to: a code or an approval is waited for, or it is done. */
export type Step =
  | { readonly is: "code" | "device" | "updated"; readonly email: string }
  | { readonly is: "connected"; readonly connection: Connection }

/** What the code that is typed next is for. */
export type Awaited =
  | ({ readonly for: "login"; readonly email: string } & LoginTarget)
  | {
      readonly for: "currentEmail" | "newEmail"
      readonly email: string
      readonly newEmail: string
      readonly redirectView?: RedirectView
    }

/** Logging in to the embedded wallet. */
export const login = slice(({ core, parts }) => {
  /** Who the visitor logs in with, or did last. */
  const provider = signal<SocialProvider | undefined>(undefined)
  /** The provider's window is open. */
  const opened = signal(false)
  const farcasterUrl = signal<string | undefined>(undefined)
  parts.set("login", () => ({
    chain: (namespace: Namespace) => {
      const auth = activeConnection(core.accounts[namespace].value)?.auth
      const by = auth ? auth.name : provider.value
      return {
        accountState: {
          socialProvider: isSocial(by) ? by : undefined,
          socialWindow: opened.value || undefined,
          farcasterUrl: farcasterUrl.value,
        },
      }
    },
  }))
  return {
    provider,
    opened,
    farcasterUrl,
    /** It has come back with an answer, and the account is fetched. */
    returned: signal(false),
    social: signal<Loadable<Connection>>(idle),
    /** Where in Telegram the page runs: some socials do not work there. */
    telegram: signal<TelegramPlatform | undefined>(undefined),
    /** The visitor has ticked the terms. */
    agreed: signal(false),

    /** An address on its way. */
    mailing: signal<Loadable<Step>>(idle),
    awaited: signal<Awaited | undefined>(undefined),
    /** When the last mail was sent, in milliseconds since 1970. */
    mailedAt: signal<number | undefined>(undefined),
    resending: signal(false),
    /** A code on its way, and the approval of a device. */
    checking: signal<Loadable<Step>>(idle),
    device: signal<Loadable<void>>(idle),
    /** The embedded wallet's e-mail, where it is known to have changed. */
    email: signal<string | undefined>(undefined),
  }
})
