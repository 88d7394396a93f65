import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { walletCapabilities } from "../../src/capabilities/steps/walletCapabilities.ts"
import { InternalRpcError } from "../../src/errors/rpc.ts"
import { mainnet } from "../../src/options/networks.ts"
import { whenRecorded } from "../fixtures/scenes/recorded.ts"
import { testing } from "../fixtures/scenes.ts"
import { pass } from "../fixtures/visits.ts"

const test = testing(whenRecorded)

describe("the active wallet's capabilities", () => {
  test("are unknown after a failed request, for every caller, until the wallet is queried again after 30 s", {
    options: { networks: [mainnet] },
  }, function* ({ asked, instead }) {
    instead.set("wallet_getCapabilities", Effect.fail(new InternalRpcError("Busy")))
    assert.deepStrictEqual([yield* walletCapabilities, yield* walletCapabilities], [undefined, undefined])
    assert.lengthOf(asked("wallet_getCapabilities"), 1)

    instead.delete("wallet_getCapabilities")
    yield* pass("29 seconds")
    assert.isUndefined(yield* walletCapabilities)
    yield* pass("1 second")
    assert.isTrue((yield* walletCapabilities)?.can.atomic)
    assert.lengthOf(asked("wallet_getCapabilities"), 2)
  })
})
