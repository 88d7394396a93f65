import * as Effect from "effect/Effect"
import { Telemetry } from "../../../services/Telemetry.ts"
import { connecting } from "../../connections/first-paint/state.ts"
import type { Route } from "../../navigation/first-paint/model/routes.ts"
import { CurrentModal, slicesOf } from "../../runtime/currentModal.ts"
import { connectorOf, findConnector } from "../first-paint/model/connector.ts"
import type { Wallet } from "../first-paint/model/wallet.ts"
import { wallets } from "../first-paint/state/wallets.ts"
import { type Platform, platformsOf } from "../model/platforms.ts"

/** Reports to analytics that the visitor opened a wallet's view, and the platform with which the view starts. Ignores other views. */
export const trackWalletSelected = Effect.fn("walletSelected")(function* (route: Route) {
  const telemetry = yield* Telemetry
  const { installed, mobile } = yield* slicesOf(wallets)
  if (route.name === "ConnectingExternal") {
    const name = findConnector(installed.peek(), route.connector, route.namespace)?.name ?? route.connector
    return yield* telemetry.track({ event: "SELECT_WALLET", properties: { name, platform: "browser" } })
  }
  if (route.name !== "ConnectingWalletConnect") return
  const known = yield* listed(route.wallet)
  const here = known !== undefined && connectorOf(known.wallet, installed.peek(), mobile.peek()) !== undefined
  const [first = "qrcode"] = platformsOf(known?.wallet, here, mobile.peek())
  yield* telemetry.track({
    event: "SELECT_WALLET",
    properties: {
      name: known?.wallet.name ?? "WalletConnect",
      platform: platforms[first],
      ...(known?.place !== undefined && { displayIndex: known.place }),
    },
  })
})

/** Returns a wallet of the directory or the site, and its position in its list. `undefined` if there is none with this ID. */
const listed = Effect.fnUntraced(function* (id: string | undefined) {
  const { options } = yield* CurrentModal
  const { featured, recommended, all, found } = yield* slicesOf(wallets)
  const { recentWallets } = yield* slicesOf(connecting)
  const lists: readonly (readonly Wallet[])[] = [
    options.customWallets,
    featured.peek(),
    recommended.peek(),
    found.peek(),
    all.peek(),
    recentWallets.peek(),
  ]
  const list = lists.find((wallets) => wallets.some((wallet) => wallet.id === id)) ?? []
  const index = list.findIndex((wallet) => wallet.id === id)
  const wallet = list[index]
  return wallet && { wallet, place: wallet.display_index ?? index }
})

/** Platforms as analytics names them. A wallet that is not installed (`unsupported`) counts as a browser wallet. */
const platforms = {
  browser: "browser",
  mobile: "mobile",
  qrcode: "qrcode",
  web: "web",
  desktop: "desktop",
  unsupported: "browser",
} as const satisfies Record<Platform, string>
