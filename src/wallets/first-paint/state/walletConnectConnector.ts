import type { Namespace } from "../../../options/namespaces.ts"
import type { CheckedOptions } from "../../../options/options.ts"
import type { Core } from "../../../stub/state.ts"
import type { Connector } from "../model/connector.ts"

/** ID of the connector for all wallets over the relay. */
export const walletConnectId = "walletConnect"

/** Whether the site offers a connector. Only the WalletConnect connector can be turned off (`enableWalletConnect`). */
export const isConnectorEnabled = (connectorId: string, { enableWalletConnect }: CheckedOptions): boolean =>
  enableWalletConnect || connectorId !== walletConnectId

/** Whether the site offers networks of a namespace. */
export const isNamespaceConfigured = (namespace: Namespace, { networks }: Core): boolean =>
  networks.peek().some(({ chainNamespace }) => chainNamespace === namespace)

/** Connector for all wallets over the relay. */
export const walletConnectConnector: Connector = {
  id: walletConnectId,
  name: "WalletConnect",
  type: "WALLET_CONNECT",
  chain: "eip155",
}
