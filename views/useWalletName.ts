import type { Connection } from "../src/domain/connection.ts"
import { loginName } from "../src/domain/embedded.ts"
import { findConnector } from "../src/domain/wallets.ts"
import { wallets } from "../src/state/wallets.ts"
import { useModal, useSlice } from "./useModal.ts"

/** Name of a connection's wallet: as it reports it over WalletConnect, or as announced on this page. */
export const useWalletName = (): ((connection: Connection | undefined) => string) => {
  const { text } = useModal()
  const { installed } = useSlice(wallets)
  return (connection) =>
    connection?.peer ??
    (connection?.auth && loginName(connection.auth)) ??
    findConnector(installed.value, connection?.connectorId, connection?.namespace)?.name ??
    text("walletConnect")
}
