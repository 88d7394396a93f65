import type { Approval, Connection } from "./connection.ts"
import type { Namespace } from "./namespaces.ts"
import type { CaipNetworkId } from "./networks.ts"

/** What a relay session says of its wallet. */
export interface SessionFacts {
  /** CAIP-2 ids of all namespaces. */
  readonly approvedCaipNetworkIds: readonly string[]
  readonly methods: readonly string[]
  readonly peer: { readonly name: string }
}

/** The connection with what the session that carries it says. Only an EVM wallet can be asked for other networks, if it granted the method for it. */
export const overSession = (
  connection: Connection,
  { approvedCaipNetworkIds, methods, peer }: SessionFacts,
): Connection => ({
  ...connection,
  ...(peer.name && { peer: peer.name }),
  approval: {
    caipNetworkIds: ofNamespace(connection.namespace, approvedCaipNetworkIds),
    others: connection.namespace === "eip155" && methods.includes("wallet_switchEthereumChain"),
  },
})

/** The connection of a wallet that serves these networks only. */
export const limitedTo = (connection: Connection, caipNetworkIds: readonly string[]): Connection => ({
  ...connection,
  approval: { caipNetworkIds: ofNamespace(connection.namespace, caipNetworkIds), others: false },
})

/** How a network stands with a wallet: approved, one that it can be asked for, or one that it lacks. Without an approval it takes any. */
export const standing = (approval: Approval | undefined, caipNetworkId: CaipNetworkId): Standing => {
  if (!approval || approval.caipNetworkIds.includes(caipNetworkId)) return "approved"
  return approval.others ? "askable" : "lacking"
}

export type Standing = "approved" | "askable" | "lacking"

const ofNamespace = (namespace: Namespace, ids: readonly string[]) =>
  ids.filter((id): id is CaipNetworkId => id.startsWith(`${namespace}:`))
