import { chainIdToCoinType } from "./capabilities.ts"
import { names as limits } from "./limits.ts"
import type { CaipNetworkId } from "./networks.ts"

/** A name of a name service and what it stands for (section 3). */
export interface NameRecord {
  /** With its suffix. */
  readonly name: string
  /** ISO 8601. */
  readonly registered_at?: string
  readonly updated_at?: string
  /** By coin type (SLIP-44, ENSIP-11). */
  readonly addresses: { readonly [coinType: string]: { readonly address: string; readonly created?: string } }
  readonly attributes?: readonly { readonly avatar?: string; readonly bio?: string }[]
}

/** A name that may be free, with its suffix. */
export interface NameSuggestion {
  readonly name: string
  readonly registered: boolean
}

/** Who a name stands for. */
export interface ResolvedName {
  readonly address: string
  readonly avatar?: string
  /** The network whose record it is, if the name has none for the network in use. The account there may be another's here, or no one's. */
  readonly only?: CaipNetworkId
}

/** What every name of the provider's ends in, and what older ones do. */
export const suffix = ".reown.id"
const suffixes: readonly string[] = [suffix, ".wcn.id"]

/** Whether the provider's name service, and not the chain's own, knows a name. */
export const isProvidersName = (name: string): boolean => suffixes.some((end) => name.toLowerCase().endsWith(end))

/** What is typed as a name, without what no name holds; a suffix of the provider's goes. */
export const typedName = (text: string): string => {
  const lower = text.toLowerCase()
  const end = suffixes.find((one) => lower.endsWith(one)) ?? ""
  return lower.slice(0, lower.length - end.length).replace(/[^a-z0-9-]/g, "")
}

/** Whether a name without its suffix may be registered: letters, digits and hyphens, at least 4. */
export const mayRegister = (name: string): boolean => name.length >= limits.minLength && /^[a-z0-9-]+$/i.test(name)

/** The text that is signed to register a name; the time is in milliseconds since 1970. */
export const registrationMessage = (name: string, now: number): string =>
  JSON.stringify({ name: `${name}${suffix}`, attributes: {}, timestamp: Math.floor(now / 1_000) })

/**
 * The address that a record has for an EVM network. A record for all EVM networks will do (ENSIP-19). The one for Ethereum is told
 * apart, since a contract's account may not be there on any other network. Records for other networks say nothing.
 */
export const addressOn = (
  { addresses }: NameRecord,
  network: CaipNetworkId,
): Omit<ResolvedName, "avatar"> | undefined => {
  const coinType = chainIdToCoinType(Number(network.split(":")[1]))
  const own = network === ethereum ? onEthereum : [coinType instanceof Error ? "" : coinType]
  const found = (types: readonly unknown[]) => types.flatMap((type) => addresses[String(type)] ?? [])[0]?.address
  const here = found([...own, everyChain])
  if (here !== undefined) return { address: here }
  const there = found(onEthereum)
  return there === undefined ? undefined : { address: there, only: ethereum }
}

const ethereum = "eip155:1"
const everyChain = 0x8000_0000
/** SLIP-44's number, and what the provider's own registration makes of chain ID 1. */
const onEthereum = [60, everyChain + 1]
