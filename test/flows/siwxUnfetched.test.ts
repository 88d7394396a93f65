import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { afterEach, beforeEach, vi } from "vitest"
import { layer as site } from "../../layers/siwx/site.ts"
import { connect, connectExternal } from "../../src/flows/connect.ts"
import { openModal } from "../../src/flows/open.ts"
import { Modal } from "../../src/modal.ts"
import { until } from "../../src/until.ts"
import { settled } from "../contracts/settled.ts"
import { halyard, rest } from "./modal.ts"
import { whenStarted } from "./scenes.ts"
import { shownSnack } from "./visiting.ts"

// Code that cannot be fetched. Only during a test: files of one worker share what has been imported.
const lost = () => {
  throw new Error("no network")
}
beforeEach(() => void vi.doMock("../../src/flows/siwx.ts", lost))
afterEach(() => {
  vi.doUnmock("../../src/flows/siwx.ts")
  vi.doUnmock("../../src/flows/connections.ts")
})

const status = Effect.map(Modal, ({ core }) => core.accounts.eip155.peek().status)
/** A busy machine may take a while to find that a file cannot be had. */
const disconnected = settled(
  Effect.flatMap(Modal, ({ core }) => until(() => core.accounts.eip155.value.status === "disconnected" || undefined)),
)
const approved = Effect.gen(function* () {
  yield* openModal()
  yield* settled(connectExternal(halyard))
  yield* settled(rest)
})
const leavesWhere = (required: boolean) => ({ siwx: site({ getRequired: () => required }) })

describe("sign-in whose code cannot be fetched", () => {
  it.effect.each([
    ["when it is required", false],
    ["when neither can the code that disconnects", true],
  ] as const)("disconnects, %s", ([, without]) =>
    Effect.gen(function* () {
      if (without) vi.doMock("../../src/flows/connections.ts", lost)
      yield* whenStarted({ leaves: leavesWhere(true) }, function* ({ core, storage }) {
        yield* approved
        yield* disconnected
        assert.strictEqual(core.route.value?.name, "Connect")
        const failed = "A problem occurred while trying initialize authentication"
        assert.strictEqual((yield* shownSnack).message, failed)
        // Nor does a second attempt succeed, by the site's own method.
        yield* settled(connect({ wallet: halyard }))
        yield* disconnected
        yield* settled(rest)
        assert.deepStrictEqual(storage.json("connections"), [])
      })
    }),
  )

  it.effect("leaves the wallet connected when it is not required", () =>
    whenStarted({ leaves: leavesWhere(false) }, function* ({ core }) {
      yield* approved
      assert.strictEqual(yield* status, "connected")
      assert.isFalse(core.open.value)
    }),
  )
})
