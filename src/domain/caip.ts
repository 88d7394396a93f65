import type { InvalidInput } from "./errors.ts"
import { expected } from "./input.ts"
import { isNamespace } from "./isNamespace.ts"
import type { Namespace } from "./namespaces.ts"
import type { CaipNetworkId } from "./networks.ts"

/** A chain by namespace and reference (CAIP-2). */
export interface ChainId {
  readonly namespace: Namespace
  readonly reference: string
}

/** An account: a chain and an address on it (CAIP-10). */
export interface AccountId extends ChainId {
  readonly caipNetworkId: CaipNetworkId
  readonly address: string
}

/** Reads a CAIP-2 id such as `eip155:1`: two non-empty parts and a known namespace. The failure is the answer, nothing is thrown. */
export const parseChainId = (text: unknown): ChainId | InvalidInput => {
  const [namespace, reference, ...rest] = parts(text)
  return rest.length === 0 && isNamespace(namespace) && reference && referenceShape.test(reference)
    ? { namespace, reference }
    : expected("CAIP-2 network id", text)
}

/** Reads a CAIP-10 id such as `eip155:1:0xab...`: three non-empty parts and a known namespace (section 5); four parts are no id. */
export const parseAccountId = (text: unknown): AccountId | InvalidInput => {
  const [namespace, reference, address, ...rest] = parts(text)
  return rest.length === 0 && isNamespace(namespace) && reference && referenceShape.test(reference) && address
    ? { namespace, reference, address, caipNetworkId: formatChainId(namespace, reference) }
    : expected("CAIP-10 account id", text)
}

/** The CAIP-2 id of a chain. */
export const formatChainId = (namespace: Namespace, reference: number | string): CaipNetworkId =>
  `${namespace}:${reference}`

/** The CAIP-10 id of an account. */
export const formatAccountId = (network: CaipNetworkId, address: string): `${CaipNetworkId}:${string}` =>
  `${network}:${address}`

/** Gives the checksummed form (EIP-55) of a lower-case address with 0x. Hashing is not ours: a caller that has keccak brings it. */
export type ToChecksum = (address: string) => string

/** 40 hex digits, with or without 0x. With `toChecksum`, an address of mixed case must also be spelled as EIP-55 has it. */
export const isEvmAddress = (text: string, toChecksum?: ToChecksum): boolean => {
  if (!/^(0x)?[0-9a-f]{40}$/i.test(text)) return false
  const digits = text.slice(-40)
  const lower = digits.toLowerCase()
  if (!toChecksum || digits === lower || digits === digits.toUpperCase()) return true
  return toChecksum(`0x${lower}`) === `0x${digits}`
}

/** 32 to 44 base58 characters. */
export const isSolanaAddress = (text: string): boolean => /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text)

/** The shape of a Bitcoin address of the main or a test network: base58 (legacy, script) or bech32 (segwit, taproot). Checksums are not checked. */
export const isBitcoinAddress = (text: string): boolean =>
  /^[13mn2][1-9A-HJ-NP-Za-km-z]{25,34}$/.test(text) ||
  /^(bc|tb|bcrt)1[02-9ac-hj-np-z]{11,87}$/.test(text) ||
  /^(BC|TB|BCRT)1[02-9AC-HJ-NP-Z]{11,87}$/.test(text)

/** Whether a text has the shape of an address of the namespace; where we know none, any text without spaces has. */
export const isAddress = (namespace: Namespace, text: string): boolean => {
  switch (namespace) {
    case "eip155":
      return isEvmAddress(text)
    case "solana":
      return isSolanaAddress(text)
    case "bip122":
      return isBitcoinAddress(text)
    default:
      return /^\S+$/.test(text)
  }
}

const referenceShape = /^[-_a-zA-Z0-9]{1,32}$/

const parts = (text: unknown): readonly string[] => (typeof text === "string" ? text.split(":") : [])
