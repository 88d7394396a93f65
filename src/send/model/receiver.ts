import { isSameAddress } from "../../connections/model/switching.ts"
import type { Namespace } from "../../options/namespaces.ts"

/** Recipient of an earlier transfer from this browser. */
export interface PastReceiver {
  readonly namespace: Namespace
  readonly address: string
  readonly name?: string
  readonly times: number
}

/** Warning about a recipient, most severe first. */
export type ReceiverWarning =
  /** Starts and ends like a known address, but is different: probably an imitation. */
  | { readonly is: "lookalike"; readonly of: PastReceiver }
  /** The token's own contract. Tokens sent to it are lost. */
  | { readonly is: "token" }
  /** Invalid EIP-55 checksum: a character may be wrong. */
  | { readonly is: "checksum" }
  /** Address of another namespace. */
  | { readonly is: "otherChain"; readonly namespace: Namespace }
  /** The name has no address on the active network. Its address is of `network`, and may belong to another account here. */
  | { readonly is: "otherNetwork"; readonly network: string }
  /** The name contains letters that imitate common ones. */
  | { readonly is: "confusable"; readonly like: string | undefined }
  /** A program or contract, which may be unable to transfer what it receives. */
  | { readonly is: "program" }
  /** The address has never been used. */
  | { readonly is: "unused" }

/** Whether a warning blocks the transfer, because the funds would be lost. */
export const isBlocking = ({ is }: ReceiverWarning): boolean =>
  is === "token" || is === "checksum" || is === "otherChain"

/** Whether the visitor has to confirm a warning first. */
export const isSevere = ({ is }: ReceiverWarning): boolean =>
  is === "lookalike" || is === "confusable" || is === "otherNetwork"

/**
 * Finds the known recipient that an address imitates: a different address with the same 4 characters at both ends, or 6 at one end. Known
 * recipients never count as imitations.
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
