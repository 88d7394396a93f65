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

const referenceShape = /^[-_a-zA-Z0-9]{1,32}$/

const parts = (text: unknown): readonly string[] => (typeof text === "string" ? text.split(":") : [])
