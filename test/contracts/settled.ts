import assert from "node:assert"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import { hasPendingCrypto } from "../fixtures/pendingCrypto.ts"
import "../fixtures/preloaded.ts"

/**
 * Runs pending promises, imports and the test clock, second by second, until the effect is done. The clock stands still during calls of
 * WebCrypto, so what is signed does not expire on a busy machine.
 */
export const settled = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.gen(function* () {
    const fiber = yield* Effect.forkChild(effect)
    for (let turn = 0; turn < turns; turn++) {
      yield* breath
      if (fiber.pollUnsafe()) return yield* Fiber.join(fiber)
      if (hasPendingCrypto()) continue
      yield* TestClock.adjust("1 second")
    }
    return yield* Effect.sync(() => assert.fail(`Not done after ${turns} turns`))
  })

/** One turn of the event loop. */
export const breath: Effect.Effect<void> = Effect.promise(() => new Promise((resolve) => setTimeout(resolve)))

/** Runs the event loop until a condition holds, or until the caller's assertion of it may fail. */
export const turnsUntil = Effect.fnUntraced(function* (holds: () => boolean) {
  for (let turn = 0; !holds() && turn < 4 * turns; turn++) yield* breath
})

const turns = 5_000
