import { signal } from "@preact/signals-core"
import { slice } from "../../core/first-paint/slice.ts"
import type { Platform } from "../../wallets/model/platforms.ts"

/** Pairing code for a wallet to scan, and its expiry in ms since the Unix epoch. */
export interface Pairing {
  readonly uri: string
  readonly expiresAt: number
}

/**
 * Progress of leaving for an app. `opened`: the app came to the front. `cancelled`: the visitor declined the browser's prompt. `absent`: no
 * installed app seems to open the link; `store` is the URL at which to get the app, if known. `broken`: the wallet has no valid link.
 */
export type AppLinkProgress =
  | { readonly status: "opening" | "opened" | "cancelled" | "broken" }
  | { readonly status: "absent"; readonly store: string | undefined }

/** State of pairing with a wallet over the relay (specification section 3, "Connection state"). */
export const pairing = slice((instance) => {
  const code = signal<Pairing | undefined>(undefined)
  /** Pairing URI with which the site opened the modal. */
  const given = signal<string | undefined>(undefined)
  /** Platform that ConnectingWalletConnect shows or last showed. */
  const platform = signal<Platform | undefined>(undefined)
  const error = signal<Error | undefined>(undefined)
  /** Progress of leaving for the wallet's app. */
  const leaving = signal<AppLinkProgress | undefined>(undefined)
  /** Link that opens this page in the wallet's own browser. While set, no connection is requested here. */
  const handover = signal<string | undefined>(undefined)
  /** Wallet that the visitor left for: its name, and the base of its links. Its app is opened again for later requests. */
  const linking = signal<{ readonly href: string; readonly name: string } | undefined>(undefined)
  instance.snapshotParts.set("pairing", () => ({
    wcUri: code.value?.uri,
    wcPairingExpiry: code.value?.expiresAt,
    wcLinking: linking.value,
    wcError: error.value !== undefined,
    wcBasic: instance.options.basic,
  }))
  return { code, given, platform, error, leaving, handover, linking }
})
