import * as Effect from "effect/Effect"
import { Telemetry } from "../../services/Telemetry.ts"
import { actions } from "../account/state/actions.ts"
import { isSmartAccount } from "../connections/opening/model.ts"
import { CurrentModal, slicesOf } from "../runtime/currentModal.ts"
import * as Router from "../runtime/router.ts"

/** Flow: opens the view that shows the account's address for receiving tokens. */
export const openReceive = Effect.fn("openReceive")(function* () {
  yield* Router.push({ name: "WalletReceive" })
})

/** Flow: opens the on-ramp. */
export const openBuying = Effect.fn("openBuying")(function* () {
  const { core } = yield* CurrentModal
  const properties = { isSmartAccount: isSmartAccount(core.connection.peek()) }
  yield* (yield* Telemetry).track({ event: "SELECT_BUY_CRYPTO", properties })
  yield* Router.push({ name: "OnRampProviders" })
})

/** Flow: opens the deposit from an exchange. */
export const openDeposit = Effect.fn("openDeposit")(function* () {
  yield* Router.push({ name: "PayWithExchange" })
})

/** Flow: shows the ways to fund the wallet, or opens the only one directly. */
export const fundWallet = Effect.fn("fundWallet")(function* () {
  const { possible } = yield* slicesOf(actions)
  const [first, second] = [
    possible("onramp") && openBuying,
    possible("receive") && openReceive,
    possible("exchange") && openDeposit,
  ].filter((way) => way !== false)
  yield* second || !first ? Router.push({ name: "FundWallet" }) : first()
})
