import { Effect, Exit, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { assert } from "vitest"

/** The test clock's time, in ms. */
export const clockOf = TestClock.testClockWith((clock) => Effect.succeed(() => clock.currentTimeMillisUnsafe()))

/** Lets pending promises and streams settle that depend on nothing outside. */
export const settle = Effect.promise(async () => {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
})

/** Advances the clock in steps. Everything settles after each, so waits that a promise starts are timed from their start. */
export const pass = (ms: number, step = 50): Effect.Effect<void> =>
  Effect.gen(function* () {
    yield* settle
    for (let passed = 0; passed < ms; passed += step) {
      yield* TestClock.adjust(Math.min(step, ms - passed))
      yield* settle
    }
  })

/** Runs an effect while the clock advances in steps. It has to be done by then. */
export const within = <A, E, R>(ms: number, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.gen(function* () {
    const fiber = yield* Effect.forkChild(effect)
    yield* pass(ms)
    assert.isDefined(fiber.pollUnsafe(), `still running after ${ms} ms`)
    return yield* Fiber.join(fiber)
  })

/** Runs an effect that never ends on its own, however far the clock advances, and interrupts it. */
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

/** Runs an effect that has to be done after exactly `ms`, not 1 ms earlier. */
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
