import { Deferred, Effect, Exit, Fiber, Scope } from "effect"
import { TestClock } from "effect/testing"
import { reuse } from "../../../layers/relay/client/reuse.ts"
import { ConnectFailed, InvalidProjectId, type RelayError } from "../../../src/errors/index.ts"
import { assert, describe, it } from "../../fixtures/it.ts"
import { ended, settle } from "../../fixtures/time.ts"

/** Resources that take a second to start, the first `failing` of which fail, and a log of them. */
const things = (failing = 0) => {
  const log: string[] = []
  let count = 0
  const start = Effect.gen(function* () {
    const number = ++count
    log.push(`starts ${number}`)
    yield* Effect.sleep("1 second")
    if (number <= failing) return yield* Effect.fail(new ConnectFailed())
    yield* Effect.addFinalizer(() => Effect.sync(() => log.push(`ends ${number}`)))
    return { number, ended: Deferred.makeUnsafe<never, RelayError>() }
  })
  return { log, start }
}

const second = TestClock.adjust("1 second")
const unwatched = () => undefined

describe("reuse", () => {
  it.effect("starts once for all callers, even if the first of them is interrupted", function* () {
    const { log, start } = things()
    const kept = yield* reuse(start, unwatched)
    const first = yield* Effect.forkChild(kept.get)
    const other = yield* Effect.forkChild(kept.get)
    yield* TestClock.adjust("500 millis")
    yield* Fiber.interrupt(first)
    yield* second

    assert.strictEqual((yield* Fiber.join(other)).number, 1)
    assert.strictEqual((yield* kept.get).number, 1)
    assert.deepStrictEqual(log, ["starts 1"])
  })

  it.effect("starts again after a failure", function* () {
    const { start } = things(1)
    const kept = yield* reuse(start, unwatched)
    const first = yield* Effect.forkChild(Effect.flip(kept.get))
    yield* second
    assert.strictEqual((yield* Fiber.join(first))._tag, "ConnectFailed")
    assert.strictEqual(kept.now(), undefined)

    const next = yield* Effect.forkChild(kept.get)
    yield* second
    assert.strictEqual((yield* Fiber.join(next)).number, 2)
  })

  it.effect("drops a value that ends by itself, and reports it", function* () {
    const { log, start } = things()
    const died: string[] = []
    const kept = yield* reuse(start, ({ number }, error) => died.push(`${number} ${error._tag}`))
    const first = yield* Effect.forkChild(kept.get)
    yield* second
    const { ended } = yield* Fiber.join(first)
    yield* Deferred.fail(ended, new InvalidProjectId())
    assert.strictEqual(kept.now(), undefined)
    const next = yield* Effect.forkChild(kept.get, { startImmediately: true })
    yield* settle

    assert.deepStrictEqual(died, ["1 InvalidProjectId"])
    assert.deepStrictEqual(log, ["starts 1", "ends 1", "starts 2"])
    yield* second
    assert.strictEqual(yield* kept.get, yield* Fiber.join(next))
  })

  it.effect("ends the value when it is dropped, and fails the callers that wait for it", function* () {
    const { log, start } = things()
    const kept = yield* reuse(start, unwatched)
    const waiting = yield* Effect.forkChild(Effect.flip(kept.get))
    yield* TestClock.adjust("500 millis")
    yield* kept.drop
    assert.strictEqual((yield* ended(waiting))._tag, "ConnectFailed")

    const next = yield* Effect.forkChild(kept.get)
    yield* second
    yield* Fiber.join(next)
    yield* kept.drop
    assert.deepStrictEqual(log, ["starts 1", "starts 2", "ends 2"])
  })

  it.effect("ends when the scope closes, after which nothing is started", function* () {
    const { log, start } = things()
    const scope = yield* Scope.make()
    const kept = yield* Scope.provide(reuse(start, unwatched), scope)
    const first = yield* Effect.forkChild(kept.get)
    yield* second
    yield* Fiber.join(first)
    yield* Scope.close(scope, Exit.void)

    assert.strictEqual((yield* Effect.flip(kept.get))._tag, "ConnectFailed")
    assert.deepStrictEqual(log, ["starts 1", "ends 1"])
  })
})
