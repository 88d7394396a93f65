import { Effect, Exit, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { assert } from "vitest"

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

/** Runs an effect while time passes in steps, by the end of which it has to be done. */
export const within = <A, E, R>(ms: number, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.gen(function* () {
    const fiber = yield* Effect.forkChild(effect)
    yield* pass(ms)
    assert.isDefined(fiber.pollUnsafe(), `still running after ${ms} ms`)
    return yield* Fiber.join(fiber)
  })

/** Runs an effect that waits however much time passes, and ends when it is interrupted. */
export const endless = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<void, never, R> =>
  Effect.gen(function* () {
    const fiber = yield* Effect.forkChild(effect)
    yield* settle
    yield* TestClock.adjust("1 day")
    yield* settle
    assert.isUndefined(fiber.pollUnsafe(), "done within a day")
    yield* Fiber.interrupt(fiber)
    assert.isTrue(Exit.isFailure(yield* Fiber.await(fiber)))
  })

/** Runs an effect that has to be done once `ms` have passed, and not 1 ms before. */
export const taking = <A, E, R>(ms: number, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.gen(function* () {
    const fiber = yield* Effect.forkChild(effect)
    yield* settle
    yield* TestClock.adjust(ms - 1)
    yield* settle
    assert.isUndefined(fiber.pollUnsafe(), `done before ${ms} ms`)
    yield* TestClock.adjust(1)
    return yield* Fiber.join(fiber)
  })
