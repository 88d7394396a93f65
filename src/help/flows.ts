import * as Effect from "effect/Effect"
import { Telemetry } from "../../services/Telemetry.ts"
import * as Router from "../runtime/router.ts"

/** Flow: explains what a wallet is. */
export const explainWallets = Effect.fn("explainWallets")(function* () {
  yield* Router.push({ name: "WhatIsAWallet" })
  yield* (yield* Telemetry).track({ event: "CLICK_WALLET_HELP" })
})

/** Flow: explains what a network is. */
export const explainNetworks = Effect.fn("explainNetworks")(function* () {
  yield* Router.push({ name: "WhatIsANetwork" })
  yield* (yield* Telemetry).track({ event: "CLICK_NETWORK_HELP" })
})

/** Flow: explains how buying works. */
export const explainBuying = Effect.fn("explainBuying")(function* () {
  yield* Router.push({ name: "WhatIsABuy" })
  yield* (yield* Telemetry).track({ event: "SELECT_WHAT_IS_A_BUY" })
})

/** Flow: shows wallets that the visitor can get. */
export const showWalletsToGet = Effect.fn("showWalletsToGet")(function* () {
  yield* Router.push({ name: "GetWallet" })
  yield* (yield* Telemetry).track({ event: "CLICK_GET_WALLET" })
})
