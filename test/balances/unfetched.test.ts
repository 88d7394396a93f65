import { assert, describe } from "@effect/vitest"
import { afterEach, beforeEach, vi } from "vitest"
import { refreshBalances } from "../../src/balances/flows/tokens.ts"
import { fetchBalances } from "../../src/balances/operations.ts"
import { balances } from "../../src/balances/state/tokens.ts"
import { UnknownFailure } from "../../src/errors/index.ts"
import { caches } from "../../src/persistence/caches.ts"
import { slicesOf } from "../../src/runtime/currentModal.ts"
import { settled } from "../contracts/settled.ts"
import { recordedSnacks, test } from "../fixtures/scenes.ts"
import { fails } from "../fixtures/visits.ts"

// Code that cannot be loaded. Only during a test, since files of one worker share imported modules.
const path = "../../src/balances/endpoints/balances.ts"
const lost = () => {
  throw new Error("no network")
}
beforeEach(() => void vi.doMock(path, lost))
afterEach(() => void vi.doUnmock(path))

describe("balances whose code cannot be loaded", () => {
  test("fail as if the service did, even if some are in storage", function* ({ core }) {
    const { tokens, refresh } = yield* slicesOf(balances)
    const seen = yield* recordedSnacks
    yield* caches.portfolio.set([{ symbol: "ETH" }], core.address.peek() ?? "", "eip155:1")
    yield* settled(refreshBalances())
    assert.isEmpty(tokens.peek())
    assert.strictEqual(refresh.value.status, "failed")
    assert.deepStrictEqual(seen, ["error: Token Balance Unavailable"])
    const { cause } = yield* fails(settled(fetchBalances()), { message: "Token Balance Unavailable" })
    assert.instanceOf(cause, UnknownFailure)
    assert.isDefined(cause.cause)
  })
})
