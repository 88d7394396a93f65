import { describe } from "@effect/vitest"
import { fetchBalances } from "../../../src/balances/operations.ts"
import { switchNetwork } from "../../../src/network/operations.ts"
import { send } from "../../../src/send/operations.ts"
import { settled } from "../../contracts/settled.ts"
import { ansel, test } from "../../fixtures/scenes.ts"
import { fails } from "../../fixtures/visits.ts"
import "../../../layers/chains/evm/transfers.ts"
import "../../../src/send/steps/outcomes.ts"

const native = "0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee"

describe("A transfer", () => {
  test("is of no other network's token, nor of this network's currency instead", function* () {
    const held = yield* settled(fetchBalances())
    yield* settled(switchNetwork({ network: "eip155:137" }))
    const tokens = [...held, ...held.flatMap(({ address }) => address ?? []), `eip155:1:${native}`, "eip155:1:native"]
    for (const token of tokens) {
      const sending = send({ token, sendTokenAmount: "0.01", receiverAddress: ansel })
      yield* fails(settled(sending), { _tag: "TokenNotFound" })
    }
  })
})
