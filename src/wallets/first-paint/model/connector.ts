import type { Namespace } from "../../../options/namespaces.ts"
import type { CaipNetworkId } from "../../../options/networks.ts"
import { sameWallet, type WalletIdentity } from "./wallet.ts"

/** Type of a connector (specification section 3). */
export type ConnectorType = "ANNOUNCED" | "INJECTED" | "EXTERNAL" | "MULTI_CHAIN" | "AUTH" | "WALLET_CONNECT"

/** Way to connect that is available on this page (specification section 3). */
export interface Connector {
  readonly id: string
  readonly name: string
  readonly type: ConnectorType
  readonly chain: Namespace
  /** CAIP-2 IDs of the networks that the wallet supports, if it lists them. */
  readonly chains?: readonly CaipNetworkId[]
  readonly info?: { readonly rdns?: string; readonly icon?: string; readonly uuid?: string }
  /** ID of the same wallet in the directory. */
  readonly explorerId?: string
  readonly imageUrl?: string
  readonly imageId?: string
  /** Provider object of the wallet. Only layers have it; it is never part of the state. */
  readonly provider?: unknown
  /** Connectors that a multi-chain connector combines, one per namespace. */
  readonly connectors?: readonly Connector[]
  /** Whether another browser wallet of its namespace claims the same name or rdns. Only the visitor can tell which one is genuine. */
  readonly disputed?: boolean
}

/**
 * Combines connectors of the same name from several namespaces into a multi-chain connector. WalletConnect and the embedded wallet stay
 * separate. So do connectors with a disputed name or rdns, because an impostor must not join another wallet's group.
 */
export const mergeConnectors = (all: readonly Connector[]): readonly Connector[] => {
  const groups = new Map<string, Connector[]>()
  const connectors = all.map((one) => (isClaimedTwice(one, all) ? { ...one, disputed: true } : one))
  const disputed = new Set(connectors.flatMap(({ disputed, name }) => (disputed ? [name] : [])))
  for (const connector of connectors) {
    const key =
      apart.has(connector.type) || disputed.has(connector.name)
        ? `${connector.type} ${connector.id} ${connector.chain}`
        : connector.name
    const group = groups.get(key)
    if (group) group.push(connector)
    else groups.set(key, [connector])
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (!first || new Set(group.map(({ chain }) => chain)).size < 2) return group
    const { provider: _, ...shown } = first
    return [{ ...shown, type: "MULTI_CHAIN", connectors: group }]
  })
}

const isClaimedTwice = (one: Connector, all: readonly Connector[]) =>
  isLocal(one) &&
  all.some(
    (other) =>
      other !== one &&
      isLocal(other) &&
      other.chain === one.chain &&
      (other.name.toLowerCase() === one.name.toLowerCase() ||
        (one.info?.rdns !== undefined && one.info.rdns === other.info?.rdns)),
  )

/**
 * Finds a connector by ID, also within groups. With `namespace`, finds only single connectors of it, because wallets of two namespaces may
 * share an ID.
 */
export const findConnector = (
  connectors: readonly Connector[],
  id: string | undefined,
  namespace?: Namespace,
): Connector | undefined => {
  const all = connectors.flatMap((one) => [one, ...(one.connectors ?? [])])
  return all.find((one) => one.id === id && (namespace === undefined || (one.chain === namespace && !one.connectors)))
}

/** Returns the identity of a connector's wallet. */
export const identityOf = ({ name, info, explorerId, chain, type }: Connector): WalletIdentity => ({
  name,
  byName: type === "EXTERNAL" || (chain !== "eip155" && info?.rdns === undefined),
  ...(info?.rdns !== undefined && { rdns: info.rdns }),
  ...(explorerId !== undefined && { id: explorerId }),
})

/** Finds the connector of a wallet. Disputed ones are skipped, so a directory entry never leads to an impostor. */
export const connectorOf = (
  wallet: WalletIdentity,
  connectors: readonly Connector[],
  mobile: boolean,
): Connector | undefined =>
  connectors.find((connector) => !connector.disputed && sameWallet(identityOf(connector), wallet, mobile))

/** Whether a connector belongs to a browser wallet. */
export const isLocal = ({ type }: Connector): boolean => local.has(type)

const local: ReadonlySet<ConnectorType> = new Set(["MULTI_CHAIN", "ANNOUNCED", "INJECTED"])
const apart: ReadonlySet<ConnectorType> = new Set(["WALLET_CONNECT", "AUTH"])
