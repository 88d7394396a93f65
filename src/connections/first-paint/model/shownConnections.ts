import type { Connection } from "../../opening/model.ts"

/** Connections of a namespace, and the connector ID of the active one. */
interface Connections {
  readonly active: string | undefined
  readonly connections: readonly Connection[]
}

/** Returns the connections of a namespace to show. Without multi-wallet, only those of the active connector (specification section 6). */
export const shownConnections = (
  { active, connections }: Connections,
  isMultiWallet: boolean,
): readonly Connection[] =>
  isMultiWallet ? connections : connections.filter(({ connectorId }) => connectorId === active)
