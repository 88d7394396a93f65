import type { Namespace } from "../../../options/namespaces.ts"
import type { Connector } from "./connector.ts"
import type { Wallet } from "./wallet.ts"

/**
 * Returns the connectors of a namespace, with each multi-chain connector replaced by its connector of that namespace. Without a namespace,
 * returns all connectors.
 */
export const inNamespace = (connectors: readonly Connector[], namespace: Namespace | undefined): readonly Connector[] =>
  connectors
    .filter((one) => connectorServes(one, namespace))
    .map((one) => one.connectors?.find(({ chain }) => chain === namespace) ?? one)

/** Whether a directory wallet supports a namespace. True if the wallet lists no networks, or without a namespace. */
export const walletSupportsNamespace = ({ chains }: Wallet, namespace: Namespace | undefined): boolean =>
  namespace === undefined || !chains || chains.length === 0 || chains.some((id) => id.startsWith(`${namespace}:`))

/** Whether a connector serves a namespace. WalletConnect serves every namespace. Without a namespace, every connector does. */
export const connectorServes = ({ type, chain, connectors }: Connector, namespace: Namespace | undefined) =>
  namespace === undefined ||
  type === "WALLET_CONNECT" ||
  chain === namespace ||
  (connectors?.some((one) => one.chain === namespace) ?? false)
