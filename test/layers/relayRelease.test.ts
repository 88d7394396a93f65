import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { Relay } from "../../services/Relay.ts"
import { assert, it } from "../fixtures/it.ts"
import { accounts, relay as loopback, networks, pageOn, walletOn } from "./relayWorld.ts"
import { eventually } from "./server.ts"

it.live("nothing is left of a leaf whose scope has ended, though a code and a request were open", function* () {
  const relay = yield* loopback
  const wallet = yield* walletOn(relay)
  wallet.person.next("approve", "hang")
  const page = pageOn(relay)
  const timers = yield* alive("setTimeout", "clearTimeout")
  const intervals = yield* alive("setInterval", "clearInterval")
  const refusals: unknown[] = []

  yield* Effect.gen(function* () {
    const { connect, provider } = yield* Relay
    yield* connect({ networks, paired: (uri) => void wallet.pair(uri) })
    const { request } = yield* provider("eip155")
    const signed = request({ method: "personal_sign", params: ["0x00", accounts[0].address] })
    signed.catch((error) => refusals.push(error))
    const code = yield* Deferred.make<string>()
    yield* Effect.forkChild(connect({ networks, paired: (uri) => Deferred.doneUnsafe(code, Effect.succeed(uri)) }))
    yield* Deferred.await(code)
    yield* eventually(() => wallet.person.pending().length === 1)

    assert.isAbove(intervals.size, 0)
    assert.isAbove([...timers.values()].filter(isLong).length, 1)
  }).pipe(Effect.provide(page.leaf))

  yield* Effect.promise(() => wallet.stop())
  yield* eventually(() => relay.connections() === 0)
  assert.deepStrictEqual([...intervals.values()], [])
  assert.deepStrictEqual([...timers.values()].filter(isLong), [])
  assert.deepStrictEqual(
    Object.keys(globalThis).filter((name) => /walletconnect/i.test(name)),
    [],
  )
  assert.lengthOf(refusals, 1)
  assert.propertyVal(refusals[0], "_tag", "ConnectFailed")
})

it.live("nothing is left of a leaf that the relay refused", function* () {
  const relay = yield* loopback
  relay.closeWith(3000)
  const timers = yield* alive("setTimeout", "clearTimeout")
  const intervals = yield* alive("setInterval", "clearInterval")
  yield* Effect.flatMap(Relay, ({ connect }) => Effect.flip(connect({ networks, paired: () => undefined }))).pipe(
    Effect.provide(pageOn(relay).leaf),
  )

  yield* eventually(() => relay.connections() === 0)
  assert.deepStrictEqual([...intervals.values()], [])
  yield* eventually(() => ![...timers.values()].some(isLong))
})

/** A timer that the library sets once when it starts ends by itself, after a second. */
const isLong = (ms: number) => ms > 1_000

/** The timers that are set from now on and not over, with their milliseconds. */
const alive = (
  set: "setTimeout" | "setInterval",
  clear: "clearTimeout" | "clearInterval",
): Effect.Effect<ReadonlyMap<unknown, number>, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => {
        const { [set]: start, [clear]: end } = globalThis
        const running = new Map<unknown, number>()
        Reflect.set(globalThis, set, (run: () => void, ms = 0) => {
          const id = start(() => {
            if (set === "setTimeout") running.delete(id)
            run()
          }, ms)
          running.set(id, ms)
          return id
        })
        Reflect.set(globalThis, clear, (id: NodeJS.Timeout | undefined) => {
          running.delete(id)
          end(id)
        })
        return { running, start, end }
      }),
      ({ start, end }) =>
        Effect.sync(() => {
          Reflect.set(globalThis, set, start)
          Reflect.set(globalThis, clear, end)
        }),
    ),
    ({ running }) => running,
  )
