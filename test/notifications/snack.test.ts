import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { TestClock } from "effect/testing"
import { snack } from "../../src/notifications/first-paint/state.ts"
import { hideSnack, showSnack } from "../../src/notifications/steps/snack.ts"
import { slicesOf } from "../../src/runtime/currentModal.ts"
import { shownSnack, test } from "../fixtures/visits.ts"

/** The visible message. */
const seen = Effect.map(shownSnack, ({ open, message }) => (open ? message : undefined))

describe("Snack", () => {
  test("Snack: when a new message arrives while one is open, the old one closes and the new one shows after 150 ms", function* () {
    const variants = ["success", "loading", "error"] as const
    for (const [old, next] of variants.flatMap((one) => variants.map((other) => [one, other] as const))) {
      yield* hideSnack()
      yield* showSnack("old", old)
      yield* TestClock.adjust(1_000)
      assert.strictEqual(yield* seen, "old")
      yield* showSnack("new", next)
      yield* TestClock.adjust(0)
      assert.isUndefined(yield* seen, `${old}, then ${next}`)
      yield* TestClock.adjust(149)
      assert.isUndefined(yield* seen)
      yield* TestClock.adjust(1)
      assert.strictEqual(yield* seen, "new")
    }
  })

  test("shows each message for 2.5 s, even after another one", function* () {
    yield* showSnack("old")
    yield* TestClock.adjust(0)
    assert.deepInclude(yield* shownSnack, { message: "old", variant: "success", open: true })
    yield* TestClock.adjust(2_000)
    yield* showSnack(() => "new")
    yield* TestClock.adjust(150 + 2_499)
    assert.strictEqual(yield* seen, "new")
    yield* TestClock.adjust(1)

    assert.isUndefined(yield* seen)
  })

  test("shows the last of many messages", function* () {
    for (const message of ["first", "second", "third"]) {
      yield* showSnack(message)
      yield* TestClock.adjust(50)
    }
    yield* TestClock.adjust(150)
    assert.strictEqual(yield* seen, "third")
    yield* TestClock.adjust(2_500)

    assert.isUndefined(yield* seen)
  })

  test("keeps a message while the visitor points at it", function* () {
    const { held } = yield* slicesOf(snack)
    yield* showSnack("read me")
    yield* TestClock.adjust(2_000)
    held.value = true
    yield* TestClock.adjust(60_000)
    assert.strictEqual(yield* seen, "read me")
    held.value = false
    yield* TestClock.adjust(0)

    assert.isUndefined(yield* seen)
  })

  test("shows a message for 2.5 s from when its code has loaded", function* () {
    const { fetching } = yield* slicesOf(snack)
    yield* showSnack("late")
    fetching.value = true
    yield* TestClock.adjust(10_000)
    fetching.value = false
    yield* TestClock.adjust(2_499)
    assert.strictEqual(yield* seen, "late")
    yield* TestClock.adjust(1)

    assert.isUndefined(yield* seen)
  })

  test("shows a loading message until it is removed", function* () {
    yield* showSnack("working", "loading")
    yield* TestClock.adjust(60_000)
    const expected = { message: "working", variant: "loading", open: true, autoClose: false } as const
    assert.deepInclude(yield* shownSnack, expected)
    yield* hideSnack()

    assert.isUndefined(yield* seen)
  })
})
