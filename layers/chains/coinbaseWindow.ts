import { coinbaseWindow } from "../../src/domain/limits.ts"
import type { Connector } from "../../src/domain/wallets.ts"
import type { Eip1193 } from "./eip6963.ts"
import type { PageWallets } from "./pageWallets.ts"

/** Coinbase's wallet in its own page: what is shown of it, without its code. */
export const connector: Connector = {
  id: "coinbaseWalletSDK",
  name: "Coinbase",
  type: "EXTERNAL",
  chain: "eip155",
  info: { rdns: "com.coinbase.wallet" },
  explorerId: "fd20dc426fb37566d803205b19bbc1d4096b248ac04548e3cfb6b3a38bd033aa",
}

/** The wallets of a page, and behind them Coinbase's own, unless its extension has announced itself. */
export const withCoinbase = (wallets: PageWallets<Eip1193>): PageWallets<Eip1193> => ({
  ...wallets,
  list: () => {
    const all = wallets.list()
    return all.some(({ info }) => info?.rdns === connector.info?.rdns) ? all : [...all, connector]
  },
})

/** The window that it asks in: one at a time, opened in the press itself, since a browser blocks what comes later. */
export const pressing = () => {
  let last: Window | null = null
  let ready: Window | null | undefined
  return {
    pressed: (connectorId: string) => {
      if (connectorId !== connector.id || (last && !last.closed)) return
      last = window.open("", "_blank", coinbaseWindow.features)
      ready = last
    },
    /** Hands it over, once. */
    opened: () => {
      const given = ready
      ready = undefined
      return given
    },
  }
}
