import type { CaipNetworkId, Network } from "../../options/networks.ts"
import type { Core, NamespaceState } from "../../stub/state.ts"
import type { Connection } from "../opening/model.ts"

/** Adds the accounts that a connector granted. It becomes active, and its wallet's network the active one. */
export const withConnection =
  (connection: Connection) =>
  (state: NamespaceState): NamespaceState => ({
    ...state,
    status: "connected",
    active: connection.connectorId,
    caipNetworkId: connection.caipNetwork?.caipNetworkId ?? connection.elsewhere ?? state.caipNetworkId,
    connections: [connection, ...state.connections.filter(({ connectorId }) => connectorId !== connection.connectorId)],
  })

/** Removes a connector. If it was active, another one that is still connected becomes active. */
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

/** Updates the accounts of a wallet, perhaps after it was locked. */
export const withReconnected =
  (connection: Connection) =>
  (state: NamespaceState): NamespaceState => {
    const before = state.connections.find(({ connectorId }) => connectorId === connection.connectorId)
    // The account that the wallet selects takes precedence over the one chosen here before.
    const { chosen: _, ...known } = before ?? connection
    const { caipNetwork: __, elsewhere: ___, ...facts } = known
    const now = { ...(connection.caipNetwork || connection.elsewhere ? facts : known), ...connection }
    if (state.active !== undefined && state.active !== connection.connectorId)
      return { ...state, connections: [...state.connections.filter((other) => other !== before), now] }
    return withConnection(now)(state)
  }

/**
 * Removes the accounts of a wallet that is locked, has revoked its grant or lost its chains. It stays active, so it can be
 * unlocked.
 */
export const withLocked =
  (connectorId: string) =>
  (state: NamespaceState): NamespaceState => {
    const connections = state.connections.filter((connection) => connection.connectorId !== connectorId)
    return { ...state, connections, status: state.active === connectorId ? "disconnected" : state.status }
  }

/** Moves a wallet to another network, perhaps an unrequested one. */
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

/** Wallets that a sign-out ends: the active one, or without multi-wallet all of its namespace. */
export const disconnectScope = (core: Core) => {
  const namespace = core.namespace.peek()
  const { active } = core.accounts[namespace].peek()
  return { namespace, ...(core.remoteFeatures.peek().multiWallet && active !== undefined && { connectorId: active }) }
}
