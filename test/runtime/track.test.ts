import { assert, describe, it } from "@effect/vitest"
import { signal } from "@preact/signals-core"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { TestClock } from "effect/testing"
import { idle, type Loadable } from "../../src/core/first-paint/loadable.ts"
import { ConnectFailed } from "../../src/errors/index.ts"
import { attemptFresh, track, trackFresh } from "../../src/runtime/track.ts"

describe("track", () => {
  it.effect("lets only the newest run set the signal", () =>
    Effect.gen(function* () {
      const shown = signal<Loadable<string>>(idle)
      const entered: string[] = []
      const flow = (wallet: string, takes: Duration.Input) =>
        Effect.map(track(shown, Effect.as(Effect.sleep(takes), wallet)), (answer) => answer && entered.push(answer))

      yield* Effect.forkChild(flow("older", "50 millis"))
      yield* TestClock.adjust("10 millis")
      yield* Effect.forkChild(flow("newer", "80 millis"))
      yield* TestClock.adjust("1 second")

      assert.deepStrictEqual(entered, ["newer"])
      assert.deepStrictEqual(shown.value, { status: "loaded", value: "newer" })
    }),
  )

  it.effect("keeps the last value while it loads and after it failed", () =>
    Effect.gen(function* () {
      const shown = signal<Loadable<string>>({ status: "loaded", value: "before" })
      const error = new ConnectFailed()

      yield* Effect.forkChild(track(shown, Effect.andThen(Effect.sleep("1 second"), Effect.fail(error))))
      yield* TestClock.adjust("1 millis")
      assert.deepStrictEqual(shown.value, { status: "loading", last: "before" })
      yield* TestClock.adjust("1 second")

      assert.deepStrictEqual(shown.value, { status: "failed", error, last: "before" })
    }),
  )

  it.effect("restores the earlier state when its run is interrupted, without a spinner", () =>
    Effect.gen(function* () {
      const before: Loadable<string> = { status: "loaded", value: "before" }
      const shown = signal<Loadable<string>>(before)

      const fiber = yield* Effect.forkChild(track(shown, Effect.never))
      yield* TestClock.adjust("1 millis")
      assert.strictEqual(shown.value.status, "loading")
      yield* Fiber.interrupt(fiber)

      assert.strictEqual(shown.value, before)
    }),
  )

  it.effect("ends when the signal is reset", () =>
    Effect.gen(function* () {
      const shown = signal<Loadable<string>>(idle)

      const fiber = yield* Effect.forkChild(track(shown, Effect.never))
      yield* TestClock.adjust("1 millis")
      shown.value = idle

      assert.strictEqual(yield* Fiber.join(fiber), undefined)
      assert.strictEqual(shown.value, idle)
    }),
  )
})

describe("attemptFresh", () => {
  it.effect("succeeds with undefined instead of being interrupted", () =>
    Effect.gen(function* () {
      const shown = signal<Loadable<undefined>>(idle)

      assert.strictEqual(yield* attemptFresh(shown, Effect.succeed(undefined)), undefined)
      assert.deepStrictEqual(shown.value, { status: "loaded", value: undefined })
    }),
  )

  it.effect("clears an earlier failure, and does not restore it when interrupted", () =>
    Effect.gen(function* () {
      const shown = signal<Loadable<string>>(idle)
      yield* trackFresh(shown, Effect.fail(new ConnectFailed()))
      assert.strictEqual(shown.value.status, "failed")

      const fiber = yield* Effect.forkChild(trackFresh(shown, Effect.never))
      yield* TestClock.adjust("1 millis")
      assert.deepStrictEqual(shown.value, { status: "loading", last: undefined })
      yield* Fiber.interrupt(fiber)

      assert.strictEqual(shown.value, idle)
    }),
  )
})
