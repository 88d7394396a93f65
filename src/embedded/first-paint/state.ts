import { signal } from "@preact/signals-core"
import type { Connection } from "../../connections/opening/model.ts"
import { idle, type Loadable } from "../../core/first-paint/loadable.ts"
import { slice } from "../../core/first-paint/slice.ts"
import type { LoginTarget, RedirectView } from "../../navigation/first-paint/model/routes.ts"
import type { Namespace } from "../../options/namespaces.ts"
import type { SocialProvider } from "../../options/remoteFeatures.ts"
import { activeConnection } from "../../stub/state.ts"
import { isSocial, type TelegramPlatform } from "./model/socialLogins.ts"

/**
 * Next step of an email login or email change. `code`: the visitor has to enter the code sent to `email`. `device`: the visitor has to
 * approve this device by email. `updated`: the change is complete. `connected`: the login is complete.
 */
export type Step =
  | { readonly type: "code" | "device" | "updated"; readonly email: string }
  | { readonly type: "connected"; readonly connection: Connection }

/** Purpose of the next code, and the data to continue with after it. */
export type Awaited =
  | ({ readonly for: "login"; readonly email: string } & LoginTarget)
  | {
      readonly for: "currentEmail" | "newEmail"
      readonly email: string
      readonly newEmail: string
      readonly redirectView?: RedirectView
    }

/** State of the login to the embedded wallet. */
export const login = slice(({ core, snapshotParts }) => {
  /** Social provider of the current or last login. `undefined` before the first, and after a logout. */
  const provider = signal<SocialProvider | undefined>(undefined)
  /** Whether the provider's window is open. */
  const opened = signal(false)
  const farcasterUrl = signal<string | undefined>(undefined)
  snapshotParts.set("login", () => ({
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
    /** Whether the provider has returned a result, and the account is loading. */
    returned: signal(false),
    social: signal<Loadable<Connection>>(idle),
    /** Platform of Telegram's in-app browser, if some social logins do not work there. Otherwise `undefined`. */
    telegram: signal<TelegramPlatform | undefined>(undefined),
    /** Whether the visitor has accepted the terms. */
    agreed: signal(false),

    /** Progress of submitting an email address. */
    mailing: signal<Loadable<Step>>(idle),
    awaited: signal<Awaited | undefined>(undefined),
    /** Time of the last email, in ms since the Unix epoch. `undefined` before the first. */
    mailedAt: signal<number | undefined>(undefined),
    resending: signal(false),
    /** Progress of checking a code. */
    checking: signal<Loadable<Step>>(idle),
    /** Progress of the approval of a new device by email. */
    device: signal<Loadable<void>>(idle),
    /** Email of the embedded wallet, as last read or changed. `undefined` before that, and after a logout. */
    email: signal<string | undefined>(undefined),
  }
})
