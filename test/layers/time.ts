import * as Effect from "effect/Effect"
import { TestClock } from "effect/testing"

/** What the test clock shows, in ms. */
export const clockOf = TestClock.testClockWith((clock) => Effect.succeed(() => clock.currentTimeMillisUnsafe()))

/** Lets promises and streams that wait for nothing outside settle. */
export const settle = Effect.promise(async () => {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
})

/** Lets time pass in steps, and everything settle after each, so that what a promise starts is timed from where it began. */
export const pass = (ms: number, step = 50): Effect.Effect<void> =>
  Effect.gen(function* () {
    yield* settle
    for (let passed = 0; passed < ms; passed += step) {
      yield* TestClock.adjust(Math.min(step, ms - passed))
      yield* settle
    }
  })
