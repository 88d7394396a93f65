import { chainIdToCoinType } from "../namespaces/model/coinType.ts"
import type { CaipNetworkId } from "../options/networks.ts"
import { names as limits } from "./limits.ts"

/** Name of a name service and its addresses (specification section 3). */
export interface NameRecord {
  /** Name with its suffix. */
  readonly name: string
  /** Time of the registration, in ISO 8601. */
  readonly registered_at?: string
  readonly updated_at?: string
  /** Addresses by coin type (SLIP-44, ENSIP-11). */
  readonly addresses: { readonly [coinType: string]: { readonly address: string; readonly created?: string } }
  readonly attributes?: readonly { readonly avatar?: string; readonly bio?: string }[]
}

/** Suggested name with its suffix. `registered`: whether it is taken. */
export interface NameSuggestion {
  readonly name: string
  readonly registered: boolean
}

/** Account that a name resolves to. */
export interface ResolvedName {
  readonly address: string
  readonly avatar?: string
  /**
   * Network of the address, if the name has no address for the active network. On the active network, the address may belong to another
   * account or to none.
   */
  readonly only?: CaipNetworkId
}

/** Suffix of the provider's names. `suffixes` includes that of its older names. */
export const suffix = ".reown.id"
const suffixes: readonly string[] = [suffix, ".wcn.id"]

/** Whether a name belongs to the provider's name service rather than to the chain's own. */
export const isProvidersName = (name: string): boolean => suffixes.some((end) => name.toLowerCase().endsWith(end))

/**
 * Whether a name has the form of a name that the provider registers. Any other name with the provider's suffix only looks like one of the
 * provider's.
 */
export const isRegistrable = (name: string): boolean => /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(name)

/** Normalizes typed text to a name: converts it to lowercase, and removes invalid characters and the provider's suffix. */
export const typedName = (text: string): string => {
  const lower = text.toLowerCase()
  const end = suffixes.find((one) => lower.endsWith(one)) ?? ""
  return lower.slice(0, lower.length - end.length).replace(/[^a-z0-9-]/g, "")
}

/** Whether a name, given without its suffix, may be registered. It must have at least 4 characters: Latin letters, digits and hyphens. */
export const mayRegister = (name: string): boolean => name.length >= limits.minLength && /^[a-z0-9-]+$/i.test(name)

/** Returns the message to sign for registering a name, given without its suffix. `now` is in ms since the Unix epoch. */
export const registrationMessage = (name: string, now: number): string =>
  JSON.stringify({ name: `${name}${suffix}`, attributes: {}, timestamp: Math.floor(now / 1_000) })

/**
 * Returns the address of a name on an EVM network, or `undefined` if it has none. An address for all EVM networks applies too (ENSIP-19).
 * An address for Ethereum is marked with `only` on other networks, because a contract account may not exist there.
 */
export const addressOn = (
  { addresses }: NameRecord,
  network: CaipNetworkId,
): Omit<ResolvedName, "avatar"> | undefined => {
  const coinType = chainIdToCoinType(Number(network.split(":")[1]))
  const own = network === ethereum ? onEthereum : [coinType instanceof Error ? "" : coinType]
  const found = (types: readonly unknown[]) =>
    types.flatMap((type) => addresses[String(type)]?.address ?? []).find((address) => /^0x[0-9a-f]{40}$/i.test(address))
  const here = found([...own, everyChain])
  if (here !== undefined) return { address: here }
  const there = found(onEthereum)
  return there === undefined ? undefined : { address: there, only: ethereum }
}

const ethereum = "eip155:1"
const everyChain = 0x8000_0000
/** Coin types of Ethereum: the one of SLIP-44, and the one that the provider registers for chain ID 1. */
const onEthereum = [60, everyChain + 1]
