import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { fetchBalances } from "../../../src/balances/operations.ts"
import { switchNetwork } from "../../../src/network/operations.ts"
import { send } from "../../../src/send/operations.ts"
import { approveSwap, quoteSwap } from "../../../src/swap/operations.ts"
import { settled } from "../../contracts/settled.ts"
import { answering } from "../../fixtures/layers.ts"
import { ansel, test } from "../../fixtures/scenes.ts"
import { begun, fails } from "../../fixtures/visits.ts"
import "../../../layers/chains/evm/transfers.ts"
import "../../../src/send/steps/outcomes.ts"

const native = "0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee"

describe("A transfer", () => {
  test("fails for another network's token, and does not send this network's currency instead", function* () {
    const held = yield* settled(fetchBalances())
    yield* settled(switchNetwork({ network: "eip155:137" }))
    const tokens = [...held, ...held.flatMap(({ address }) => address ?? []), `eip155:1:${native}`, "eip155:1:native"]
    for (const token of tokens) {
      const sending = send({ token, sendTokenAmount: "0.01", receiverAddress: ansel })
      yield* fails(settled(sending), { _tag: "TokenNotFound" })
    }
  })

  test("does not send the native currency if the site means another token", function* ({ world }) {
    const usdc = "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48"
    const meant = [{}, { contract: usdc }, { symbol: "USDC", chainId: "eip155:1" }, { address: 5 }, { address: null }]
    for (const token of meant) {
      const sending = send({ token: token as never, sendTokenAmount: "0.01", receiverAddress: ansel })
      yield* fails(settled(sending), { _tag: "TokenNotFound" })
    }
    assert.isEmpty(world.ledger.moved)
  })
})

describe("An approval of a swap", () => {
  let asked = 0
  const counts = Effect.suspend(() => {
    asked += 1
    return Effect.never
  })
  const world = answering("eth_sendTransaction", () => counts)
  test("that waits in the wallet is not used for another account", { world }, function* ({ wallet }) {
    const approving = Effect.flatMap(quoteSwap({ fromToken: "USDC", toToken: "HRB", amount: "1" }), (quote) =>
      approveSwap({ quote }),
    )
    yield* begun(approving)
    yield* begun(approving)
    assert.strictEqual(asked, 1)
    wallet().select(1)
    yield* begun(approving)
    assert.strictEqual(asked, 2)
  })
})
