import type { Namespace } from "../../../options/namespaces.ts"
import type { CheckedOptions } from "../../../options/options.ts"
import type { Core } from "../../../stub/state.ts"
import type { Connector } from "../model/wallet.ts"

/** ID of the connector for all wallets over the relay. */
export const relayConnector = "walletConnect"

/** Whether the site offers a connector: the relay can be turned off. */
export const isOn = (connectorId: string, { enableWalletConnect }: CheckedOptions): boolean =>
  enableWalletConnect || connectorId !== relayConnector

/** Whether the site offers networks of a namespace. */
export const isOffered = (namespace: Namespace, { networks }: Core): boolean =>
  networks.peek().some(({ chainNamespace }) => chainNamespace === namespace)

/** Connector for all wallets over the relay. */
export const overRelay: Connector = {
  id: relayConnector,
  name: "WalletConnect",
  type: "WALLET_CONNECT",
  chain: "eip155",
}
