import type { Namespace } from "../../options/namespaces.ts"
import type { CheckedOptions } from "../../options/options.ts"
import type { Core } from "../../stub/state.ts"
import { walletConnectId } from "../first-paint/state/walletConnectConnector.ts"

/** Whether the site offers a connector. Only the WalletConnect connector can be turned off (`enableWalletConnect`). */
export const isConnectorEnabled = (connectorId: string, { enableWalletConnect }: CheckedOptions): boolean =>
  enableWalletConnect || connectorId !== walletConnectId

/** Whether the site offers networks of a namespace. */
export const isNamespaceConfigured = (namespace: Namespace, { networks }: Core): boolean =>
  networks.peek().some(({ chainNamespace }) => chainNamespace === namespace)
