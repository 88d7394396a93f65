import type { Connector } from "../model/connector.ts"

/** ID of the connector for all wallets over the relay. */
export const walletConnectId = "walletConnect"

/** Connector for all wallets over the relay. */
export const walletConnectConnector: Connector = {
  id: walletConnectId,
  name: "WalletConnect",
  type: "WALLET_CONNECT",
  chain: "eip155",
}
