import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { TestClock } from "effect/testing"
import { ConnectionRejected } from "../../src/errors/index.ts"
import { layer, prompt } from "../../src/runtime/prompt.ts"

const asking = (log: string[], takes = 100) =>
  prompt("connect:meta", {
    request: Effect.andThen(
      Effect.sync(() => log.push("asked")),
      Effect.as(Effect.sleep(takes), "account"),
    ),
    onApproved: (answer) => Effect.sync(() => void log.push(`after ${answer}`)),
    onLateApproval: (answer) => Effect.sync(() => void log.push(`late ${answer}`)),
  })

describe("prompt", () => {
  it.effect("asks a wallet once for concurrent calls", () =>
    Effect.gen(function* () {
      const log: string[] = []
      const first = yield* Effect.forkChild(asking(log))
      yield* TestClock.adjust(10)
      const second = yield* Effect.forkChild(asking(log))
      yield* TestClock.adjust(100)

      assert.deepStrictEqual(yield* Effect.all([Fiber.join(first), Fiber.join(second)]), ["account", "account"])
      assert.deepStrictEqual(log, ["asked", "after account"])
    }).pipe(Effect.provide(layer)),
  )

  it.effect("passes an approval after the visitor has left to `late`", () =>
    Effect.gen(function* () {
      const log: string[] = []
      const left = yield* Effect.forkChild(asking(log))
      yield* TestClock.adjust(10)
      yield* Fiber.interrupt(left)
      yield* TestClock.adjust(100)

      assert.deepStrictEqual(log, ["asked", "late account"])
    }).pipe(Effect.provide(layer)),
  )

  it.effect("reattaches to a pending request when the visitor comes back", () =>
    Effect.gen(function* () {
      const log: string[] = []
      const left = yield* Effect.forkChild(asking(log))
      yield* TestClock.adjust(10)
      yield* Fiber.interrupt(left)
      const back = yield* Effect.forkChild(asking(log))
      yield* TestClock.adjust(100)

      assert.strictEqual(yield* Fiber.join(back), "account")
      assert.deepStrictEqual(log, ["asked", "after account"])
    }).pipe(Effect.provide(layer)),
  )

  it.effect("asks again after a rejection, which every waiting caller receives", () =>
    Effect.gen(function* () {
      let refused = 0
      const refuse = prompt("connect:meta", {
        request: Effect.andThen(
          Effect.sync(() => {
            refused += 1
          }),
          Effect.fail(new ConnectionRejected()),
        ),
        onApproved: () => Effect.void,
        onLateApproval: () => Effect.void,
      })

      assert.instanceOf(yield* Effect.flip(refuse), ConnectionRejected)
      assert.instanceOf(yield* Effect.flip(refuse), ConnectionRejected)
      assert.strictEqual(refused, 2)
    }).pipe(Effect.provide(layer)),
  )
})
