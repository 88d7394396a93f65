import { signal } from "@preact/signals-core"
import { slice } from "./slice.ts"

/** A pairing code that a wallet may scan, and when it ends, in milliseconds since 1970. */
export interface Pairing {
  readonly uri: string
  readonly expiresAt: number
}

/** The pairing code of the relay (specification section 3, "Connection state"). */
export const pairing = slice((instance) => {
  const code = signal<Pairing | undefined>(undefined)
  /** A URI that the site opened the modal with. */
  const given = signal<string | undefined>(undefined)
  const error = signal<Error | undefined>(undefined)
  /** The deep link that the visitor left by, to open the wallet again for later requests. */
  const linking = signal<{ readonly href: string; readonly name: string } | undefined>(undefined)
  instance.parts.set("pairing", () => ({
    wcUri: code.value?.uri,
    wcPairingExpiry: code.value?.expiresAt,
    wcLinking: linking.value,
    wcError: error.value !== undefined,
    wcBasic: instance.options.basic,
  }))
  return { code, given, error, linking }
})
