import type { Connection } from "../domain/connection.ts"
import type { CaipNetworkId, Network } from "../domain/networks.ts"
import type { NamespaceState } from "./core.ts"

/** The namespace once a connector has granted accounts: it is the one in use, and the wallet's network is the network. */
export const adding =
  (connection: Connection) =>
  (state: NamespaceState): NamespaceState => ({
    ...state,
    status: "connected",
    active: connection.connectorId,
    caipNetworkId: connection.caipNetwork?.caipNetworkId ?? connection.elsewhere ?? state.caipNetworkId,
    connections: [connection, ...state.connections.filter(({ connectorId }) => connectorId !== connection.connectorId)],
  })

/** The namespace once a connector is gone: if it was in use, another that is still connected is used in its place. */
export const without =
  (connectorId: string) =>
  (state: NamespaceState): NamespaceState => {
    const connections = state.connections.filter((connection) => connection.connectorId !== connectorId)
    if (state.active !== connectorId) return { ...state, connections }
    const [next] = connections
    return next
      ? adding(next)({ ...state, connections })
      : { ...state, connections, active: undefined, status: "disconnected" }
  }

/** The wallet answers with these accounts now, perhaps after having been locked. */
export const resumed =
  (connection: Connection) =>
  (state: NamespaceState): NamespaceState => {
    const before = state.connections.find(({ connectorId }) => connectorId === connection.connectorId)
    // The account that its wallet selects now counts more than the one chosen here before.
    const { chosen: _, ...known } = before ?? connection
    const { caipNetwork: __, elsewhere: ___, ...facts } = known
    const now = { ...(connection.caipNetwork || connection.elsewhere ? facts : known), ...connection }
    if (state.active !== undefined && state.active !== connection.connectorId)
      return { ...state, connections: [...state.connections.filter((other) => other !== before), now] }
    return adding(now)(state)
  }

/** The wallet answers for nobody: it is locked, took its grant back or lost its chains. It stays the one in use, to be woken. */
export const asleep =
  (connectorId: string) =>
  (state: NamespaceState): NamespaceState => {
    const connections = state.connections.filter((connection) => connection.connectorId !== connectorId)
    return { ...state, connections, status: state.active === connectorId ? "disconnected" : state.status }
  }

/** The wallet went to another network, perhaps to one that nobody asked for. */
export const moved =
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
