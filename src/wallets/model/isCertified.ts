import { type Connector, connectorOf, isLocal } from "../first-paint/model/connector.ts"
import type { Wallet } from "../first-paint/model/wallet.ts"

/** Whether a wallet may be shown as certified. It may not if its entry leads to a browser wallet, which could be an impostor. */
export const isCertified = (wallet: Wallet, connectors: readonly Connector[], mobile: boolean): boolean =>
  wallet.badge_type === "certified" && connectorOf(wallet, connectors.filter(isLocal), mobile) === undefined
