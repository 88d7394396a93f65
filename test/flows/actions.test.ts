import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as browser from "../../layers/browser/scripted.ts"
import { mainnet, solana } from "../../src/domain/networks.ts"
import { switchNetwork } from "../../src/flows/network.ts"
import { Modal, use } from "../../src/modal.ts"
import { actions } from "../../src/state/actions.ts"
import { visit } from "./modal.ts"

const at = (timezone: string) => ({ browser: browser.layer({ platform: { timezone } }) })

describe("The actions on an account", () => {
  it.effect("follow the project, the site and the network as they change", () => {
    const project = { features: [{ id: "swap", isEnabled: true, config: ["1inch"] }] }
    const run = Effect.gen(function* () {
      const { core } = yield* Modal
      const { wallet, possible } = yield* use(actions)
      assert.deepStrictEqual(wallet.value, ["swaps", "receive", "send"])
      assert.isFalse(possible("activity"))

      core.features.value = { ...core.features.value, receive: false }
      assert.deepStrictEqual(wallet.value, ["swaps", "send"])
      yield* switchNetwork({ network: solana.caipNetworkId })
      assert.deepStrictEqual(wallet.value, ["send"])
    })
    return visit({ project }, run, { options: { networks: [mainnet, solana] } })
  })

  it.effect("Restricted timezones include Shanghai: buying is not offered to who is there", () =>
    visit(
      {},
      Effect.map(use(actions), ({ wallet }) => assert.deepStrictEqual(wallet.value, ["swaps", "receive", "send"])),
      { leaves: at("Asia/Shanghai") },
    ),
  )

  it.effect("buying is offered elsewhere", () =>
    visit(
      {},
      Effect.map(use(actions), ({ wallet }) => assert.include(wallet.value, "onramp")),
      { leaves: at("America/Lima") },
    ),
  )
})
