import type { Connection } from "../../src/connections/opening/model.ts"
import { loginName } from "../../src/embedded/model/loginName.ts"
import { findConnector } from "../../src/wallets/first-paint/model/connector.ts"
import { wallets } from "../../src/wallets/first-paint/state/wallets.ts"
import titles from "../locales/en/titles.json" with { type: "json" }
import { useSlice, useText } from "./first-paint/useModal.ts"

/**
 * Returns a function that looks up the name of a connection's wallet: as reported over WalletConnect, as used by an
 * embedded wallet's login, or as announced on this page. Falls back to "WalletConnect".
 */
export const useWalletName = (): ((connection: Connection | undefined) => string) => {
  const text = useText({ titles })
  const { installed } = useSlice(wallets)
  return (connection) =>
    connection?.peer ??
    (connection?.auth && loginName(connection.auth)) ??
    findConnector(installed.value, connection?.connectorId, connection?.namespace)?.name ??
    text("walletConnect")
}
