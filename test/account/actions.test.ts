import { assert, describe } from "@effect/vitest"
import * as browser from "../../layers/browser/withoutWindow.ts"
import { actions } from "../../src/account/state/actions.ts"
import { connect } from "../../src/connect/operations.ts"
import { switchNetwork } from "../../src/network/operations.ts"
import { bitcoin, mainnet, solana } from "../../src/options/networks.ts"
import { slicesOf } from "../../src/runtime/currentModal.ts"
import { halyard } from "../fixtures/modal.ts"
import { test } from "../fixtures/visits.ts"

const at = (timezone: string) => ({ layers: { browser: browser.layer({ platform: { timezone } }) } })

describe("The actions on an account", () => {
  const entries = [
    { id: "swap", isEnabled: true, config: ["1inch"] },
    { id: "fund_from_exchange", isEnabled: true },
  ]
  const offering = {
    script: { project: { features: entries } },
    options: { networks: [mainnet, solana] },
  }
  test("follow the project, the site and the network", offering, function* ({ core }) {
    const { wallet, possible } = yield* slicesOf(actions)
    assert.deepStrictEqual(wallet.value, ["swaps", "receive", "send"])
    assert.isFalse(possible("activity"))
    assert.isTrue(possible("exchange"))

    core.features.value = { ...core.features.value, receive: false }
    assert.deepStrictEqual(wallet.value, ["swaps", "send"])
    yield* switchNetwork({ network: solana.caipNetworkId })
    assert.deepStrictEqual(wallet.value, ["send"])
    yield* switchNetwork({ network: mainnet.caipNetworkId })
    core.remoteFeatures.value = { ...core.remoteFeatures.value, swaps: false, payWithExchange: false, payments: true }
    assert.deepStrictEqual(wallet.value, ["send"])
    assert.isFalse(possible("exchange"))
  })

  const everywhere = [mainnet, solana, bitcoin]
  test("include receiving on every network", { options: { networks: everywhere } }, function* () {
    const { wallet } = yield* slicesOf(actions)
    for (const { caipNetworkId } of everywhere) {
      yield* switchNetwork({ network: caipNetworkId })
      assert.include(wallet.value, "receive", caipNetworkId)
    }
    assert.deepStrictEqual(wallet.value, ["receive"])
  })

  test(
    "Restricted timezones include Shanghai: buying is not offered to visitors there",
    at("Asia/Shanghai"),
    function* () {
      yield* connect({ wallet: halyard })
      assert.deepStrictEqual((yield* slicesOf(actions)).wallet.value, ["swaps", "receive", "send"])
    },
  )

  test("include buying in other time zones", at("America/Lima"), function* () {
    yield* connect({ wallet: halyard })
    assert.include((yield* slicesOf(actions)).wallet.value, "onramp")
  })
})
