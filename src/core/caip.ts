import type { InvalidInput } from "../errors/index.ts"
import { invalidInput } from "../options/guards.ts"
import { isNamespace } from "../options/isNamespace.ts"
import type { Namespace } from "../options/namespaces.ts"
import type { CaipNetworkId } from "../options/networks.ts"

/** Chain by namespace and reference (CAIP-2). */
export interface ChainId {
  readonly namespace: Namespace
  readonly reference: string
}

/** Account: a chain and an address on it (CAIP-10). */
export interface AccountId extends ChainId {
  readonly caipNetworkId: CaipNetworkId
  readonly address: string
}

/** Parses the CAIP-2 ID of a chain in a known namespace, such as `eip155:1`. Returns `InvalidInput` for anything else. */
export const parseChainId = (text: unknown): ChainId | InvalidInput => {
  const [namespace, reference, ...rest] = parts(text)
  return rest.length === 0 && isNamespace(namespace) && reference && referenceShape.test(reference)
    ? { namespace, reference }
    : invalidInput("CAIP-2 network id", text)
}

/**
 * Parses the CAIP-10 ID of an account in a known namespace, such as `eip155:1:0xab...` (specification section 5). The address may be any
 * text without a colon. Returns `InvalidInput` for anything else.
 */
export const parseAccountId = (text: unknown): AccountId | InvalidInput => {
  const [namespace, reference, address, ...rest] = parts(text)
  return rest.length === 0 && isNamespace(namespace) && reference && referenceShape.test(reference) && address
    ? { namespace, reference, address, caipNetworkId: formatChainId(namespace, reference) }
    : invalidInput("CAIP-10 account id", text)
}

/** Builds the CAIP-2 ID of a chain. */
export const formatChainId = (namespace: Namespace, reference: number | string): CaipNetworkId =>
  `${namespace}:${reference}`

/** Builds the CAIP-10 ID of an account. */
export const formatAccountId = (network: CaipNetworkId, address: string): `${CaipNetworkId}:${string}` =>
  `${network}:${address}`

/** Converts a lower-case 0x address to its checksummed form (EIP-55). Callers pass this function in, so this file does not load keccak. */
export type ToChecksum = (address: string) => string

/** Whether `text` is 40 hex digits, with or without 0x. With `toChecksum`, a mixed-case address must also have a valid EIP-55 checksum. */
export const isEvmAddress = (text: string, toChecksum?: ToChecksum): boolean => {
  if (!/^(0x)?[0-9a-f]{40}$/i.test(text)) return false
  const digits = text.slice(-40)
  const lower = digits.toLowerCase()
  if (!toChecksum || digits === lower || digits === digits.toUpperCase()) return true
  return toChecksum(`0x${lower}`) === `0x${digits}`
}

/** Whether `text` is 32 to 44 base58 characters. */
export const isSolanaAddress = (text: string): boolean => /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text)

/**
 * Whether `text` looks like a Bitcoin address of the main or a test network: base58 (legacy, script) or bech32 (SegWit, Taproot). Checksums
 * are not verified.
 */
export const isBitcoinAddress = (text: string): boolean =>
  /^[13mn2][1-9A-HJ-NP-Za-km-z]{25,34}$/.test(text) ||
  /^(bc|tb|bcrt)1[02-9ac-hj-np-z]{11,87}$/.test(text) ||
  /^(BC|TB|BCRT)1[02-9AC-HJ-NP-Z]{11,87}$/.test(text)

const referenceShape = /^[-_a-zA-Z0-9]{1,32}$/

const parts = (text: unknown): readonly string[] => (typeof text === "string" ? text.split(":") : [])
