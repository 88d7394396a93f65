import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { layer as scripted } from "../../layers/browser/withoutWindow.ts"
import { layer as site } from "../../layers/siwx/site.ts"
import { leave } from "../../src/connections/opening/flows.ts"
import { mainnet } from "../../src/options/networks.ts"
import { slicesOf } from "../../src/runtime/currentModal.ts"
import { siwx } from "../../src/siwx/first-paint/state.ts"
import { prepareMessage, signShownMessage } from "../../src/siwx/flows/signIn.ts"
import { settled } from "../contracts/settled.ts"
import { loggedIn, withLogins } from "../fixtures/embedded.ts"
import { rest } from "../fixtures/modal.ts"
import { begun, shownSnack, type Visit, visiting } from "../fixtures/visits.ts"

import "../../src/embedded/flows/requests.ts"

const test = visiting(() => ({
  script: { ...withLogins, frame: { sign: "hang" } } as const,
  options: { networks: [mainnet] },
  layers: { siwx: site({}), browser: scripted({ page: { origin: "https://site.example" } }) },
}))

/** Logs a visitor in and presses Sign. Returns a function that responds to the frame's approval request. */
const signing = Effect.fnUntraced(function* ({ views, world }: Visit) {
  yield* settled(loggedIn())
  yield* settled(rest)
  yield* settled(prepareMessage())
  const signed = yield* begun(signShownMessage())
  assert.deepStrictEqual(views(), ["SIWXSignMessage", "ApproveTransaction"])
  return Effect.fnUntraced(function* (how: "approve" | "reject") {
    world.secure[how]()
    yield* settled(Fiber.join(signed))
    yield* settled(rest)
  })
})

describe("Sign-in with the embedded wallet", () => {
  test("is approved in the secure frame above the sign view, and closes the modal", function* (visit) {
    const answer = yield* signing(visit)
    yield* answer("approve")

    assert.match((yield* slicesOf(siwx)).session.peek()?.signature ?? "", /^0x[0-9a-f]+$/)
    assert.isFalse(visit.core.open.value)
  })

  test("returns to the sign view with an error message after a rejection", function* (visit) {
    const answer = yield* signing(visit)
    yield* answer("reject")

    assert.deepStrictEqual(visit.views(), ["SIWXSignMessage"])
    assert.isUndefined((yield* slicesOf(siwx)).session.peek())
    assert.strictEqual((yield* shownSnack).message, "Error signing message")
  })

  test("cannot be closed by a visitor who must sign in", function* (visit) {
    const { core, dialog, views } = visit
    const answer = yield* signing(visit)
    yield* leave()
    assert.deepStrictEqual(views(), ["SIWXSignMessage", "ApproveTransaction"])
    assert.include(dialog.told, "refuse")
    yield* answer("approve")

    assert.isFalse(core.open.value)
  })
})
