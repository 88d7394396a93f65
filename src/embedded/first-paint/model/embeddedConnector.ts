import type { Namespace, NetworkNamespace } from "../../../options/namespaces.ts"
import type { Connector } from "../../../wallets/first-paint/model/connector.ts"

/** Connector ID of the embedded wallet. */
export const embeddedConnectorId = "ID_AUTH"

/** Creates the embedded wallet's connector for a namespace. */
export const embeddedConnector = (chain: Namespace): Connector => ({
  id: embeddedConnectorId,
  name: "Embedded wallet",
  type: "AUTH",
  chain,
})

/** Whether the embedded wallet has accounts, by namespace. Kept apart from the table of namespaces, which the first view does not load. */
const hasAccounts = { eip155: true, solana: true, bip122: false } as const satisfies Record<NetworkNamespace, boolean>

/** Namespace in which the embedded wallet has accounts. */
export type EmbeddedNamespace = {
  [N in NetworkNamespace]: (typeof hasAccounts)[N] extends true ? N : never
}[NetworkNamespace]

/** Namespaces in which the embedded wallet has accounts. */
export const embeddedNamespaces = Object.entries(hasAccounts).flatMap(([name, has]) =>
  has ? [name as EmbeddedNamespace] : [],
)
