import type { Connection } from "../opening/model.ts"

/** Class of a connection (specification section 4). `connected`: the active one. `active`: connected in addition to it. */
export type ConnectionClass = "connected" | "active" | "disconnected"

/** Returns the class of a connector's connection. */
export const classOf = (
  connectorId: string,
  { active, connections }: { readonly active: string | undefined; readonly connections: readonly Connection[] },
): ConnectionClass => {
  if (connectorId === active) return "connected"
  return connections.some((connection) => connection.connectorId === connectorId) ? "active" : "disconnected"
}
