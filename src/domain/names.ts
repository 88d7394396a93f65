import { names as limits } from "./limits.ts"

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

/** The address that a record has for a coin type, else the first that it has. */
export const addressOf = ({ addresses }: NameRecord, coinType: number | undefined): string | undefined =>
  (addresses[String(coinType)] ?? Object.values(addresses)[0])?.address
