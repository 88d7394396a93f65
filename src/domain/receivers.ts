import type { Namespace } from "./namespaces.ts"
import { isSameAddress } from "./switching.ts"

/** Somebody to whom this browser has sent something. */
export interface PastReceiver {
  readonly namespace: Namespace
  readonly address: string
  readonly name?: string
  readonly times: number
}

/** What speaks against a receiver, the gravest first. */
export type ReceiverWarning =
  /** It begins and ends like one that is known, and is another: a copy that is made to be mistaken. */
  | { readonly is: "lookalike"; readonly of: PastReceiver }
  /** The token's own contract, which gives nothing back. */
  | { readonly is: "token" }
  /** Mixed case that is no right spelling of the address: a letter may be wrong. */
  | { readonly is: "checksum" }
  /** The address of another kind of network. */
  | { readonly is: "otherChain"; readonly namespace: Namespace }
  /** A name without an address on the network in use: the one it has is of this network, where it may be another account. */
  | { readonly is: "otherNetwork"; readonly network: string }
  /** Letters that only look like those of a usual name. */
  | { readonly is: "confusable"; readonly like: string | undefined }
  /** A program or contract, which may have no way to send on what it gets. */
  | { readonly is: "program" }
  /** Nothing has ever been there. */
  | { readonly is: "unused" }

/** Those that one does not go on with: what is sent is gone. */
export const isFatal = ({ is }: ReceiverWarning): boolean => is === "token" || is === "checksum" || is === "otherChain"

/** Those that the visitor has to agree to first. */
export const isGrave = ({ is }: ReceiverWarning): boolean =>
  is === "lookalike" || is === "confusable" || is === "otherNetwork"

/**
 * The known receiver that an address is made to look like: the same 4 characters at both ends, or 6 at one of them, and yet another
 * address. Of those known themselves there is none.
 */
export const lookalike = (
  namespace: Namespace,
  address: string,
  known: readonly PastReceiver[],
): PastReceiver | undefined => {
  const own = known.filter((one) => one.namespace === namespace)
  if (own.some((one) => isSameAddress(namespace, one.address, address))) return undefined
  const digits = digitsOf(namespace, address)
  return own.find((one) => {
    const theirs = digitsOf(namespace, one.address)
    const begins = (count: number) => digits.slice(0, count) === theirs.slice(0, count)
    const ends = (count: number) => digits.slice(-count) === theirs.slice(-count)
    return (begins(bothEnds) && ends(bothEnds)) || begins(oneEnd) || ends(oneEnd)
  })
}

const bothEnds = 4
const oneEnd = 6

const digitsOf = (namespace: Namespace, address: string) =>
  namespace === "eip155" ? address.toLowerCase().replace(/^0x/, "") : address
