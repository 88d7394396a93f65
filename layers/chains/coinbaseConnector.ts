import { coinbaseWindow } from "../../src/core/opening/limits.ts"
import type { Connector } from "../../src/wallets/first-paint/model/wallet.ts"

/** Coinbase Wallet in its own page: its display data, without its code. The rdns is that of the extension, which takes precedence. */
export const connector: Connector = {
  id: "coinbaseWalletSDK",
  name: "Coinbase",
  type: "EXTERNAL",
  chain: "eip155",
  info: { rdns: "com.coinbase.wallet" },
  explorerId: "fd20dc426fb37566d803205b19bbc1d4096b248ac04548e3cfb6b3a38bd033aa",
}

/** Window for its prompts. There is one at a time, opened during the click itself, because browsers block later pop-ups. */
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
