import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { TestClock } from "effect/testing"
import { hush, say } from "../../src/flows/snack.ts"
import { use } from "../../src/modal.ts"
import { snack } from "../../src/state/snack.ts"
import { modal } from "./modal.ts"

/** What the visitor sees. */
const seen = Effect.map(use(snack), ({ shown }) => (shown.value.open ? shown.value.message : undefined))
const pass = (milliseconds: number) => TestClock.adjust(milliseconds)

describe("Snack", () => {
  it.effect(
    "Snack: when a new message arrives while one is open, the old one closes and the new one shows after 150 ms",
    () =>
      Effect.gen(function* () {
        yield* say("old")
        yield* pass(1_000)
        assert.strictEqual(yield* seen, "old")
        yield* say("new")
        yield* pass(0)
        assert.isUndefined(yield* seen)
        yield* pass(149)
        assert.isUndefined(yield* seen)
        yield* pass(1)

        assert.strictEqual(yield* seen, "new")
      }).pipe(Effect.provide(modal())),
  )

  it.effect("a message stays its own 2.5 seconds, whatever was shown before it", () =>
    Effect.gen(function* () {
      yield* say("old")
      yield* pass(2_000)
      yield* say("new")
      yield* pass(150 + 2_499)
      assert.strictEqual(yield* seen, "new")
      yield* pass(1)

      assert.isUndefined(yield* seen)
    }).pipe(Effect.provide(modal())),
  )

  it.effect("the last of many messages is the one that shows", () =>
    Effect.gen(function* () {
      for (const message of ["first", "second", "third"]) {
        yield* say(message)
        yield* pass(50)
      }
      yield* pass(150)
      assert.strictEqual(yield* seen, "third")
      yield* pass(2_500)

      assert.isUndefined(yield* seen)
    }).pipe(Effect.provide(modal())),
  )

  it.effect("a message that the visitor points at stays until they leave it", () =>
    Effect.gen(function* () {
      const { held } = yield* use(snack)
      yield* say("read me")
      yield* pass(2_000)
      held.value = true
      yield* pass(60_000)
      assert.strictEqual(yield* seen, "read me")
      held.value = false
      yield* pass(0)

      assert.isUndefined(yield* seen)
    }).pipe(Effect.provide(modal())),
  )

  it.effect("a loading message stays until it is taken away", () =>
    Effect.gen(function* () {
      const { shown } = yield* use(snack)
      yield* say("working", "loading")
      yield* pass(60_000)
      assert.deepInclude(shown.value, { message: "working", variant: "loading", open: true, autoClose: false })
      yield* hush()

      assert.isUndefined(yield* seen)
    }).pipe(Effect.provide(modal())),
  )
})
