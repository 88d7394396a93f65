import type { Route } from "../../../navigation/first-paint/model/routes.ts"
import type { ConnectorGroup } from "../../../options/localFeatures.ts"
import { type Connector, identityOf, isLocal } from "../../../wallets/first-paint/model/connector.ts"
import type { Wallet, WalletIdentity } from "../../../wallets/first-paint/model/wallet.ts"

/** Tag shown next to a wallet's name. */
export type WalletTag = "qrCode" | "recent" | "multichain" | "installed" | "connected" | "unverified"

/** Row of the Connect view: its content and where it leads. */
export interface WalletRow {
  /** Key of the row, unique in the list and stable across updates. */
  readonly key: string
  readonly group: ConnectorGroup
  readonly name: string
  readonly imageUrl?: string
  readonly imageId?: string
  readonly tag?: WalletTag
  readonly walletId?: string
  readonly connectorId?: string
  /** Namespace and ID of the row's own connector. It stays the same when the key changes because another wallet claims the name. */
  readonly source?: string
  readonly disabled: boolean
  /** Whether the row only reserves the space of a wallet that has not loaded yet. */
  readonly awaited?: boolean
  readonly route: Route
  /** Identity used to compare wallets. */
  readonly identity: WalletIdentity
}

/** Returns the route that a click on a connector opens. For a multi-chain connector, that route first asks for the chain. */
export const routeOf = ({ id, type, chain }: Connector): Route =>
  type === "MULTI_CHAIN"
    ? { name: "ConnectingMultiChain", connector: id }
    : { name: "ConnectingExternal", connector: id, namespace: chain }

/** Returns the WalletConnect row, which leads to a QR code. It is disabled while a relay session exists. */
export const relayRow = (relay: Connector, relayConnected: boolean): WalletRow => ({
  ...connectorRow("walletConnect", relay, []),
  tag: "qrCode",
  disabled: relayConnected,
  route: { name: "ConnectingWalletConnect" },
})

/** Returns the row of a connector. `connected`: IDs of the connected connectors. */
export const connectorRow = (group: ConnectorGroup, connector: Connector, connected: readonly string[]): WalletRow => {
  const { id, name, chain, explorerId, info, imageUrl = info?.icon, imageId, disputed } = connector
  const tag = tagOf(connector, connected)
  const source = `${chain}:${id}`
  return {
    // Disputed wallets of different namespaces may share an ID.
    key: `connector:${disputed ? source : id}`,
    source,
    group,
    name,
    ...(imageUrl !== undefined && { imageUrl }),
    ...(imageId !== undefined && { imageId }),
    ...(tag && { tag }),
    ...(explorerId !== undefined && { walletId: explorerId }),
    connectorId: id,
    disabled: false,
    route: routeOf(connector),
    identity: identityOf(connector),
  }
}

/** Returns a disabled row without a name that reserves the space of a featured wallet until it has loaded. */
export const placeOf = (id: string): WalletRow => ({
  key: `wallet:${id}`,
  group: "featured",
  name: "",
  disabled: true,
  awaited: true,
  route: { name: "Connect" },
  identity: { id, name: "" },
})

/**
 * Returns the row of a directory wallet. It leads to the wallet's connector, or else to its QR code or app. Without a connector, it is
 * disabled while a relay session exists.
 */
export const walletRow = (
  group: ConnectorGroup,
  wallet: Wallet,
  connector: Connector | undefined,
  relayConnected: boolean,
): WalletRow => {
  const { id, name, rdns, image_url, image_id } = wallet
  return {
    key: `wallet:${id}`,
    group,
    name,
    ...(image_url !== undefined && { imageUrl: image_url }),
    ...(image_id !== undefined && { imageId: image_id }),
    ...(group === "recent" && { tag: "recent" }),
    walletId: id,
    ...(connector && { connectorId: connector.id }),
    disabled: relayConnected && !connector,
    route: connector ? routeOf(connector) : { name: "ConnectingWalletConnect", wallet: id },
    identity: { id, name, ...(rdns !== undefined && { rdns }) },
  }
}

const tagOf = (connector: Connector, connected: readonly string[]): WalletTag | undefined => {
  const { id, type, connectors, disputed } = connector
  if (connected.includes(id) || connectors?.some((one) => connected.includes(one.id))) return "connected"
  if (disputed) return "unverified"
  if (type === "MULTI_CHAIN") return "multichain"
  return isLocal(connector) ? "installed" : undefined
}
