import type { Connector } from "../../src/wallets/first-paint/model/connector.ts"
import { coinbaseWindow } from "./limits.ts"

/**
 * Display data of the connector for Coinbase Wallet's own page, without the code that connects. It has the rdns of Coinbase's extension, so
 * an installed extension replaces it.
 */
export const connector: Connector = {
  id: "coinbaseWalletSDK",
  name: "Coinbase",
  type: "EXTERNAL",
  chain: "eip155",
  info: { rdns: "com.coinbase.wallet" },
  explorerId: "fd20dc426fb37566d803205b19bbc1d4096b248ac04548e3cfb6b3a38bd033aa",
}

/**
 * Returns functions that open the window for Coinbase's prompts during a click, because browsers block later pop-ups, and that return this
 * window. At most one is open.
 */
export const pressing = () => {
  let last: Window | null | undefined
  const opened = () => (last?.closed ? undefined : last)
  return {
    opened,
    onUserGesture: (connectorId: string) => {
      if (connectorId === connector.id) last = opened() ?? window.open("", "_blank", coinbaseWindow.features)
    },
  }
}
