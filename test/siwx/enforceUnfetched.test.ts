import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { afterEach, beforeEach, vi } from "vitest"
import { layer as site } from "../../layers/siwx/site.ts"
import { connectExternal } from "../../src/connect/flows/connectExternal.ts"
import { connect } from "../../src/connect/operations.ts"
import { openModal } from "../../src/navigation/opening/flows.ts"
import { CurrentModal } from "../../src/runtime/currentModal.ts"
import { untilSignal } from "../../src/runtime/untilSignal.ts"
import { settled } from "../contracts/settled.ts"
import { halyard, rest } from "../fixtures/modal.ts"
import { shownView, whenStarted } from "../fixtures/scenes.ts"
import { shownSnack } from "../fixtures/visits.ts"

// Code that cannot be loaded. Only during a test, since files of one worker share imported modules.
const lost = () => {
  throw new Error("no network")
}
beforeEach(() => void vi.doMock("../../src/siwx/steps/requestSignIn.ts", lost))
afterEach(() => {
  vi.doUnmock("../../src/siwx/steps/requestSignIn.ts")
  vi.doUnmock("../../src/connections/operations/connections.ts")
})

const status = Effect.map(CurrentModal, ({ core }) => core.accounts.eip155.peek().status)
/** It may take a while under load until an import fails. */
const disconnected = settled(
  Effect.flatMap(CurrentModal, ({ core }) =>
    untilSignal(() => core.accounts.eip155.value.status === "disconnected" || undefined),
  ),
)
const approved = Effect.gen(function* () {
  yield* openModal()
  yield* settled(connectExternal(halyard))
  yield* settled(rest)
})
const leavesWhere = (required: boolean) => ({ siwx: site({ getRequired: () => required }) })

describe("sign-in whose code cannot be loaded", () => {
  it.effect.each([
    ["if it is required", false],
    ["if the code that disconnects cannot be loaded either", true],
  ] as const)("disconnects, %s", ([, without]) =>
    Effect.gen(function* () {
      if (without) vi.doMock("../../src/connections/operations/connections.ts", lost)
      yield* whenStarted({ layers: leavesWhere(true) }, function* ({ storage }) {
        yield* approved
        yield* disconnected
        assert.strictEqual(yield* shownView, "Connect")
        const failed = "A problem occurred while trying initialize authentication"
        assert.strictEqual((yield* shownSnack).message, failed)
        // A second attempt, by the site's own method, does not succeed either.
        yield* settled(connect({ wallet: halyard }))
        yield* disconnected
        yield* settled(rest)
        assert.deepStrictEqual(storage.json("connections"), [])
      })
    }),
  )

  it.effect("leaves the wallet connected if it is not required", () =>
    whenStarted({ layers: leavesWhere(false) }, function* ({ core }) {
      yield* approved
      assert.strictEqual(yield* status, "connected")
      assert.isFalse(core.open.value)
    }),
  )
})
