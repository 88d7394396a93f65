import { assert, describe, it } from "@effect/vitest"
import { fundWallet, openBuying } from "../../src/receive/flows.ts"
import { listening } from "../fixtures/layers.ts"
import { whenConnected } from "../fixtures/scenes.ts"

describe("The ways to fund a wallet", () => {
  it.effect.each([
    ["are listed if there are several", ["onramp", "receive", "exchange"], "FundWallet"],
    ["are listed without the on-ramp", ["receive", "exchange"], "FundWallet"],
    ["are listed without receiving", ["onramp", "exchange"], "FundWallet"],
    ["are listed without the exchanges", ["onramp", "receive"], "FundWallet"],
    ["open the on-ramp if it is the only one", ["onramp"], "OnRampProviders"],
    ["open the view for receiving if it is the only one", ["receive"], "WalletReceive"],
    ["open the exchanges if they are the only one", ["exchange"], "PayWithExchange"],
    ["are shown as none if there are none", [], "FundWallet"],
  ] as const)("%s", ([, ways, view]) =>
    whenConnected({}, function* ({ core }) {
      const has = (way: string) => (ways as readonly string[]).includes(way)
      core.features.value = { ...core.features.peek(), receive: has("receive") }
      const remote = { onramp: has("onramp") ? ["meld"] : (false as const), payWithExchange: has("exchange") }
      core.remoteFeatures.value = { ...core.remoteFeatures.peek(), ...remote }
      yield* fundWallet()

      assert.deepStrictEqual<unknown>(core.route.peek(), { name: view })
    }),
  )

  it.effect("record an event when the on-ramp opens", () => {
    const { events, telemetry } = listening()
    return whenConnected({ layers: { telemetry } }, function* () {
      yield* openBuying()
      assert.deepInclude(events as object[], { event: "SELECT_BUY_CRYPTO", properties: { isSmartAccount: false } })
    })
  })
})
