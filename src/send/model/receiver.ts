import { confusable } from "../../core/confusables.ts"
import { isSameAddress, namespaceTable } from "../../namespaces/model/namespaceTable.ts"
import type { Namespace } from "../../options/namespaces.ts"

/** Known address: the recipient of `times` earlier transfers from this browser, or one of the visitor's own accounts. */
export interface PastReceiver {
  readonly namespace: Namespace
  readonly address: string
  readonly name?: string
  readonly times: number
}

/** Warning about a recipient. `isBlocking` and `isSevere` grade the types. */
export type ReceiverWarning =
  /** The address resembles the known one `of` at its start or end, so it may be an imitation. */
  | { readonly type: "lookalike"; readonly of: PastReceiver }
  /** The address is the token's own contract. Tokens sent to it are lost. */
  | { readonly type: "token" }
  /** Invalid EIP-55 checksum: a character may be wrong. */
  | { readonly type: "checksum" }
  /** The address belongs to another namespace. */
  | { readonly type: "otherChain"; readonly namespace: Namespace }
  /** The name has no address on the active network. The address found is for `network`, and may belong to another account here. */
  | { readonly type: "otherNetwork"; readonly network: string }
  /** The name can be mistaken for another one. `like`: that name, if it is a known one. */
  | { readonly type: "confusable"; readonly like: string | undefined }
  /** The address is a contract or program, or belongs to one, and may be unable to transfer what it receives. */
  | { readonly type: "program" }
  /** The network shows no use of the address. */
  | { readonly type: "unused" }

/** Whether a warning blocks the transfer. */
export const isBlocking = ({ type }: ReceiverWarning): boolean =>
  type === "token" || type === "checksum" || type === "otherChain"

/** Whether the visitor has to confirm a warning before sending. */
export const isSevere = ({ type }: ReceiverWarning): boolean =>
  type === "lookalike" || type === "confusable" || type === "otherNetwork"

/** Returns a warning if an address imitates a known one. */
export const addressWarnings = (
  namespace: Namespace,
  address: string,
  known: readonly PastReceiver[],
): readonly ReceiverWarning[] => {
  const of = lookalike(namespace, address, known)
  return of ? [{ type: "lookalike", of }] : []
}

/** Returns a warning if a name can be mistaken for another one, known or not. */
export const nameWarnings = (name: string, known: readonly PastReceiver[]): readonly ReceiverWarning[] => {
  const found = confusable(
    name,
    known.flatMap((one) => one.name ?? []),
  )
  return found ? [{ type: "confusable", like: found.like }] : []
}

/** Returns the most severe warning about an address on its network. Empty if there is none. */
export const chainWarnings = ({
  spelled,
  used,
  program,
}: {
  readonly spelled: boolean
  readonly used: boolean
  readonly program: boolean
}): readonly ReceiverWarning[] => {
  if (!spelled) return [{ type: "checksum" }]
  if (program) return [{ type: "program" }]
  return used ? [] : [{ type: "unused" }]
}

/**
 * Returns the known recipient in `namespace` that an address imitates: a different address with the same 4 characters at both ends, or the
 * same 6 at one end, ignoring 0x. Returns `undefined` if there is none, or if the address itself is known.
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
  namespaceTable[namespace].isHex ? address.toLowerCase().replace(/^0x/, "") : address
