import type { CaipNetworkId, Network } from "../../options/networks.ts"
import type { Core } from "../../stub/state.ts"
import type { NamespaceState } from "../first-paint/model/connectionStatus.ts"
import type { Connection } from "../opening/model.ts"

/** Adds or replaces a connection and makes its connector active. The network of its wallet, if known, becomes the active one. */
export const withConnection =
  (connection: Connection) =>
  (state: NamespaceState): NamespaceState => ({
    ...state,
    status: "connected",
    active: connection.connectorId,
    caipNetworkId: connection.caipNetwork?.caipNetworkId ?? connection.elsewhere ?? state.caipNetworkId,
    connections: [connection, ...state.connections.filter(({ connectorId }) => connectorId !== connection.connectorId)],
  })

/** Removes the connection of a connector. If the connector was active, another one that is still connected becomes active. */
export const withoutConnection =
  (connectorId: string) =>
  (state: NamespaceState): NamespaceState => {
    const connections = state.connections.filter((connection) => connection.connectorId !== connectorId)
    if (state.active !== connectorId) return { ...state, connections }
    const [next] = connections
    return next
      ? withConnection(next)({ ...state, connections })
      : { ...state, connections, active: undefined, status: "disconnected" }
  }

/** Adds or updates the connection of a wallet, for example after it was unlocked. It becomes active unless another wallet is. */
export const withReconnected =
  (connection: Connection) =>
  (state: NamespaceState): NamespaceState => {
    const before = state.connections.find(({ connectorId }) => connectorId === connection.connectorId)
    // The account that the wallet selects takes precedence over the one that the visitor chose in the modal.
    const { chosen: _, ...known } = before ?? connection
    const { caipNetwork: __, elsewhere: ___, ...facts } = known
    const now = { ...(connection.caipNetwork || connection.elsewhere ? facts : known), ...connection }
    if (state.active !== undefined && state.active !== connection.connectorId)
      return { ...state, connections: [...state.connections.filter((other) => other !== before), now] }
    return withConnection(now)(state)
  }

/**
 * Removes the accounts of a wallet that is locked, has revoked the site's access, or no longer supports the site's networks. The wallet
 * stays active, so it can be unlocked.
 */
export const withLocked =
  (connectorId: string) =>
  (state: NamespaceState): NamespaceState => {
    const connections = state.connections.filter((connection) => connection.connectorId !== connectorId)
    return { ...state, connections, status: state.active === connectorId ? "disconnected" : state.status }
  }

/**
 * Records that a wallet is on another network, even if that is not one of the modal's networks. The network of the active wallet becomes
 * the active one.
 */
export const withNetwork =
  (connectorId: string, caipNetworkId: CaipNetworkId, networks: readonly Network[]) =>
  (state: NamespaceState): NamespaceState => {
    const network = networks.find((one) => one.caipNetworkId === caipNetworkId)
    return {
      ...state,
      caipNetworkId: state.active === connectorId ? caipNetworkId : state.caipNetworkId,
      connections: state.connections.map((connection) => {
        if (connection.connectorId !== connectorId) return connection
        const { caipNetwork: _, elsewhere: __, ...rest } = connection
        return { ...rest, ...(network ? { caipNetwork: network } : { elsewhere: caipNetworkId }) }
      }),
    }
  }

/** Returns the wallets that a sign-out disconnects: the active one, or without multi-wallet all of the active namespace. */
export const disconnectScope = (core: Core) => {
  const namespace = core.namespace.peek()
  const { active } = core.accounts[namespace].peek()
  return { namespace, ...(core.remoteFeatures.peek().multiWallet && active !== undefined && { connectorId: active }) }
}
