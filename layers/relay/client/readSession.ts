import type { WalletChange } from "../../../services/Chains.ts"
import type { RelaySession } from "../../../services/Relay.ts"
import type { Bundler } from "../../../src/capabilities/endpoints.ts"
import { parseAccountId, parseChainId } from "../../../src/core/caip.ts"
import { InvalidInput, TopicExpired, TopicNotFound } from "../../../src/errors/index.ts"
import { isAddress } from "../../../src/namespaces/model/namespaceTable.ts"
import { invalidInput } from "../../../src/options/guards.ts"
import type { Namespace } from "../../../src/options/namespaces.ts"
import type { CaipNetworkId, Network } from "../../../src/options/networks.ts"
import { decodePeer, decodeSession, decodeSessionEvent } from "../../../src/walletConnect/schema.ts"

/** A session, and its grants by namespace. */
export interface SessionWithGrants {
  readonly session: RelaySession
  readonly grants: ReadonlyMap<Namespace, Grant>
  /** Bundler of the wallet's user operations, if the wallet specifies one. */
  readonly bundler?: Bundler
}

/**
 * Methods and chains that a wallet grants in a namespace. `chains` maps a network's current ID to the ID that the wallet approved, which
 * may be an older one.
 */
export interface Grant {
  readonly methods: ReadonlySet<string>
  readonly chains: ReadonlyMap<CaipNetworkId, string>
}

/**
 * Reads a session as the library stores it. Leaves out accounts and chains that are invalid or listed under another namespace (CAIP-217).
 * Returns `undefined` if no account is left or the session is malformed.
 */
export const readSession = (value: unknown, networks: readonly Network[]): SessionWithGrants | undefined => {
  const decoded = decodeSession(value)
  const peer = decodePeer(value)
  if (decoded instanceof InvalidInput || peer instanceof InvalidInput) return undefined
  const { topic, expiry, namespaces, sessionProperties } = decoded

  const accounts = new Set<string>()
  const grants = new Map<Namespace, { methods: Set<string>; chains: Map<CaipNetworkId, string> }>()
  for (const { key, accounts: given = [], chains: listed = [], methods = [] } of namespaces) {
    const isOwn = (id: string) => id === key || id.startsWith(`${key}:`)
    const granted = given.flatMap((text) => {
      const account = parseAccountId(text)
      if (account instanceof Error || !isOwn(account.caipNetworkId)) return []
      return isAddress(account.namespace, account.address) ? [account] : []
    })
    const chains = [...listed, ...granted.map(({ caipNetworkId }) => caipNetworkId)]
    const spelled = [key, ...chains.filter(isOwn)]
    for (const chain of spelled) {
      const read = parseChainId(chain)
      if (read instanceof Error) continue
      const grant = grants.get(read.namespace) ?? { methods: new Set(), chains: new Map() }
      grants.set(read.namespace, grant)
      const id = currentId(`${read.namespace}:${read.reference}`, networks)
      if (!grant.chains.has(id)) grant.chains.set(id, chain)
      for (const method of methods) grant.methods.add(method)
    }
    for (const { caipNetworkId, address } of granted) accounts.add(`${currentId(caipNetworkId, networks)}:${address}`)
  }
  if (accounts.size === 0) return undefined

  const all = [...grants.values()]
  const bundler = bundlerOf(sessionProperties)
  return {
    grants,
    ...(bundler && { bundler }),
    session: {
      topic,
      expiresAt: expiry * 1000,
      accounts: [...accounts],
      approvedCaipNetworkIds: all.flatMap(({ chains }) => [...chains.keys()]),
      methods: [...new Set(all.flatMap(({ methods }) => [...methods]))],
      peer,
    },
  }
}

/** A change that a wallet reports in an event. */
export type ReportedChange = Exclude<WalletChange, { readonly type: "disconnect" }>

/** Reads a wallet's event (`session_event`). Returns `undefined` for unsupported and invalid events. */
export const readEvent = (
  params: unknown,
  networks: readonly Network[],
): { readonly namespace: Namespace; readonly change: ReportedChange } | undefined => {
  const decoded = decodeSessionEvent(params)
  if (decoded instanceof InvalidInput) return undefined
  const { chainId, event } = decoded
  const chain = parseChainId(chainId)
  if (chain instanceof Error) return undefined
  const { namespace } = chain
  const { name, data } = event
  if (name === "chainChanged") {
    const id = readChain(namespace, data) ?? readChain(namespace, chainId)
    return id && { namespace, change: { type: "chain", caipNetworkId: currentId(id, networks) } }
  }
  if (name !== "accountsChanged" || !Array.isArray(data)) return undefined
  const addresses = data.flatMap((one: unknown) => readAddress(namespace, one) ?? [])
  // An empty list means a locked wallet. A list without a readable entry is ignored.
  if (addresses.length === 0 && data.length > 0) return undefined
  return { namespace, change: { type: "accounts", accounts: [...new Set(addresses)].map((address) => ({ address })) } }
}

/** Reads a topic. Returns InvalidInput unless it is a non-empty string (specification section 5). */
export const readTopic = (value: unknown): string | InvalidInput =>
  typeof value === "string" && value !== "" ? value : invalidInput("string", value === "" ? undefined : value, "topic")

/**
 * Returns an error if a session's topic does not exist or has expired (specification section 5), or else `undefined`. `now` is in ms since
 * the Unix epoch.
 */
export const checkTopic = (
  held: SessionWithGrants | undefined,
  known: boolean,
  now: number,
): TopicNotFound | TopicExpired | undefined => {
  if (!held || !known) return new TopicNotFound()
  return held.session.expiresAt <= now ? new TopicExpired() : undefined
}

/** Returns a session's addresses on one network, in the wallet's order. */
export const addressesOn = ({ session }: SessionWithGrants, caipNetworkId: CaipNetworkId): readonly string[] =>
  session.accounts
    .filter((account) => account.startsWith(`${caipNetworkId}:`))
    .map((account) => account.slice(caipNetworkId.length + 1))

const currentId = (id: CaipNetworkId, networks: readonly Network[]): CaipNetworkId =>
  networks.find(({ deprecatedCaipNetworkId }) => deprecatedCaipNetworkId === id)?.caipNetworkId ?? id

/**
 * Reads a chain in a wallet's format: a CAIP-2 ID, or its reference as a number, decimal text or 0x hex. Returns `undefined` for invalid
 * chains and those of other namespaces.
 */
const readChain = (namespace: Namespace, value: unknown): CaipNetworkId | undefined => {
  const text = typeof value === "number" ? `${value}` : value
  if (typeof text !== "string") return undefined
  const reference = /^0x[0-9a-f]{1,13}$/i.test(text) ? `${Number(text)}` : text
  const read = parseChainId(reference.includes(":") ? reference : `${namespace}:${reference}`)
  if (read instanceof Error || read.namespace !== namespace) return undefined
  return namespace === "eip155" && !/^[1-9]\d*$/.test(read.reference) ? undefined : `${namespace}:${read.reference}`
}

const readAddress = (namespace: Namespace, text: unknown): string | undefined => {
  if (typeof text !== "string") return undefined
  const account = text.includes(":") ? parseAccountId(text) : { namespace, address: text }
  if (account instanceof Error || account.namespace !== namespace) return undefined
  return isAddress(namespace, account.address) ? account.address : undefined
}

/** Returns the wallet's bundler. Its name takes precedence over its URL. */
const bundlerOf = ({ bundler_name: name, bundler_url: url }: Properties = {}): Bundler | undefined => {
  if (name !== undefined) return { name }
  return url === undefined ? undefined : { url }
}

type Properties = Exclude<ReturnType<typeof decodeSession>, InvalidInput>["sessionProperties"]
