import type { Namespace } from "../../options/namespaces.ts"
import type { CaipNetworkId } from "../../options/networks.ts"
import type { Approval, Connection } from "../opening/model.ts"

/** Details of a relay session. */
export interface SessionDetails {
  /** CAIP-2 IDs of the approved networks, in all namespaces. */
  readonly approvedCaipNetworkIds: readonly string[]
  readonly methods: readonly string[]
  readonly peer: { readonly name: string }
}

/**
 * Returns a connection with the details of its relay session. Only an EVM wallet that granted `wallet_switchEthereumChain` can be asked for
 * other networks.
 */
export const withSessionApproval = (
  connection: Connection,
  { approvedCaipNetworkIds, methods, peer }: SessionDetails,
): Connection => ({
  ...connection,
  ...(peer.name && { peer: peer.name }),
  approval: {
    caipNetworkIds: ofNamespace(connection.namespace, approvedCaipNetworkIds),
    others: connection.namespace === "eip155" && methods.includes("wallet_switchEthereumChain"),
  },
})

/** Returns a connection limited to the networks that its wallet supports. */
export const withFixedNetworks = (connection: Connection, caipNetworkIds: readonly string[]): Connection => ({
  ...connection,
  approval: { caipNetworkIds: ofNamespace(connection.namespace, caipNetworkIds), others: false },
})

/**
 * Returns whether a wallet has approved a network. `requestable`: it has not, but can be asked to. `unsupported`: it does not support the
 * network. Without `approval`, every network counts as approved.
 */
export const networkApproval = (approval: Approval | undefined, caipNetworkId: CaipNetworkId): NetworkApproval => {
  if (!approval || approval.caipNetworkIds.includes(caipNetworkId)) return "approved"
  return approval.others ? "requestable" : "unsupported"
}

export type NetworkApproval = "approved" | "requestable" | "unsupported"

const ofNamespace = (namespace: Namespace, ids: readonly string[]) =>
  ids.filter((id): id is CaipNetworkId => id.startsWith(`${namespace}:`))
