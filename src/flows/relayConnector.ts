import type { Namespace } from "../domain/namespaces.ts"
import type { CheckedOptions } from "../domain/options.ts"
import type { Connector } from "../domain/wallets.ts"
import type { Core } from "../state/core.ts"

/** The connector id that stands for whichever wallet is at the other end of the relay. */
export const relayConnector = "walletConnect"

/** Whether the site has a connector: it may do without the relay. */
export const isOn = (connectorId: string, { enableWalletConnect }: CheckedOptions): boolean =>
  enableWalletConnect || connectorId !== relayConnector

/** Whether the site has a namespace: networks of it are offered. */
export const isOffered = (namespace: Namespace, { networks }: Core): boolean =>
  networks.peek().some(({ chainNamespace }) => chainNamespace === namespace)

/** Any wallet at the other end of the relay, as one connector. */
export const overRelay: Connector = {
  id: relayConnector,
  name: "WalletConnect",
  type: "WALLET_CONNECT",
  chain: "eip155",
}
