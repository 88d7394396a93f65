import { coinbaseWindow } from "../../src/domain/openingLimits.ts"
import type { Connector } from "../../src/domain/wallets.ts"

/** Coinbase's wallet in its own page: what is shown of it, without its code. By its rdns it is the extension, which stands before it. */
export const connector: Connector = {
  id: "coinbaseWalletSDK",
  name: "Coinbase",
  type: "EXTERNAL",
  chain: "eip155",
  info: { rdns: "com.coinbase.wallet" },
  explorerId: "fd20dc426fb37566d803205b19bbc1d4096b248ac04548e3cfb6b3a38bd033aa",
}

/** The window that it asks in: one at a time, opened in the press itself, since a browser blocks what comes later. */
export const pressing = () => {
  let last: Window | null | undefined
  const opened = () => (last?.closed ? undefined : last)
  return {
    opened,
    pressed: (connectorId: string) => {
      if (connectorId === connector.id) last = opened() ?? window.open("", "_blank", coinbaseWindow.features)
    },
  }
}
