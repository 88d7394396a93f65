import { signal } from "@preact/signals-core"
import { slice } from "./slice.ts"

/** A pairing code that a wallet may scan, and when it ends, in milliseconds since 1970. */
export interface Pairing {
  readonly uri: string
  readonly expiresAt: number
}

/**
 * Leaving for an app. `opened`: the app came to the front. `cancelled`: the visitor said no to the browser's question. `absent`: no app
 * answers to the link; `store` is where this device gets it. `broken`: the wallet has no link that can be opened.
 */
export type Leaving =
  | { readonly is: "opening" | "opened" | "cancelled" | "broken" }
  | { readonly is: "absent"; readonly store: string | undefined }

/** The pairing code of the relay (specification section 3, "Connection state"). */
export const pairing = slice((instance) => {
  const code = signal<Pairing | undefined>(undefined)
  /** A URI that the site opened the modal with. */
  const given = signal<string | undefined>(undefined)
  const error = signal<Error | undefined>(undefined)
  /** What became of leaving for the wallet's app. */
  const leaving = signal<Leaving | undefined>(undefined)
  /** The wallet's own browser is to open this page; nobody is asked to connect here. */
  const handover = signal<string | undefined>(undefined)
  /** The wallet that the visitor left for, and what links to it begin with: it is opened again for later requests. */
  const linking = signal<{ readonly href: string; readonly name: string } | undefined>(undefined)
  instance.parts.set("pairing", () => ({
    wcUri: code.value?.uri,
    wcPairingExpiry: code.value?.expiresAt,
    wcLinking: linking.value,
    wcError: error.value !== undefined,
    wcBasic: instance.options.basic,
  }))
  return { code, given, error, leaving, handover, linking }
})
