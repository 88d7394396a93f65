import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { Deferred, Effect } from "effect"
import { WebSocketServer } from "ws"
import { Relay, type RelayChange } from "../../../services/Relay.ts"
import { assert, describe, it } from "../../fixtures/it.ts"
import { eventually } from "../../fixtures/server.ts"
import { placed } from "../chains/chainScene.ts"
import { accounts, coded, connect, relay as loopback, pageOn, worldWith } from "./relayWorld.ts"

describe("The relay layer", () => {
  it.live("leaves nothing once its scope has closed, despite a pending pairing and request", function* () {
    const { relay, wallet, page } = yield* worldWith()
    wallet.person.next("approve", "hang")
    const timers = yield* alive("setTimeout", "clearTimeout")
    const intervals = yield* alive("setInterval", "clearInterval")
    const refusals: unknown[] = []
    const told: RelayChange[] = []

    yield* Effect.gen(function* () {
      yield* (yield* Relay).watch((change) => told.push(change))
      yield* connect(wallet)
      const { request } = yield* (yield* Relay).provider("eip155")
      const asked = request({ method: "personal_sign", params: ["0x00", accounts[0].address] })
      asked.catch((error) => refusals.push(error))
      yield* coded
      yield* eventually(() => wallet.person.pending().length === 1)

      assert.isAbove(intervals.size, 0)
      assert.isAbove([...timers.values()].filter(isLong).length, 1)
    }).pipe(Effect.provide(page.layer))

    yield* Effect.promise(() => wallet.stop())
    yield* eventually(() => relay.connections() === 0)
    assert.deepStrictEqual([...intervals.values()], [])
    // An attempt to connect may be sleeping.
    yield* eventually(() => ![...timers.values()].some(isLong))
    assert.isFalse(Object.keys(globalThis).some((name) => /walletconnect/i.test(name)))
    assert.lengthOf(refusals, 1)
    assert.isFalse(told.some(({ type }) => type === "lost"))
    assert.propertyVal(refusals[0], "_tag", "ConnectFailed")
  })

  it.live("leaves nothing if the relay does not respond", function* () {
    const asked = yield* Deferred.make<void>()
    const silent = yield* Effect.acquireRelease(
      Effect.promise(async () => {
        const server = new WebSocketServer({ host: "127.0.0.1", port: 0 })
        server.on("connection", (socket) => socket.on("message", () => Deferred.doneUnsafe(asked, Effect.void)))
        await once(server, "listening")
        return server
      }),
      (server) => Effect.sync(() => server.close()),
    )
    const timers = yield* alive("setTimeout", "clearTimeout")
    const url = `ws://127.0.0.1:${(silent.address() as AddressInfo).port}`
    yield* Effect.gen(function* () {
      yield* Effect.forkChild(connect({ pair: async () => {} }))
      yield* Deferred.await(asked)
      assert.isTrue([...timers.values()].some(isLong))
    }).pipe(Effect.provide(pageOn({ url }).layer))

    yield* eventually(() => ![...timers.values()].some(isLong))
  })

  it.live("leaves nothing if the relay rejected it", function* () {
    const relay = yield* loopback
    relay.closeWith(3000)
    const timers = yield* alive("setTimeout", "clearTimeout")
    const intervals = yield* alive("setInterval", "clearInterval")
    yield* Effect.provide(Effect.flip(connect({ pair: async () => {} })), pageOn(relay).layer)

    yield* eventually(() => relay.connections() === 0)
    assert.deepStrictEqual([...intervals.values()], [])
    yield* eventually(() => ![...timers.values()].some(isLong))
  })
})

/** A timer that the library sets once at start, which ends after a second. */
const isLong = (ms: number) => ms > 1_000

/** Timers set from now on that are pending, with their delays in ms. */
const alive = Effect.fnUntraced(function* (set: "setTimeout" | "setInterval", clear: "clearTimeout" | "clearInterval") {
  const running = new Map<unknown, number>()
  yield* placed(() => {
    const { [set]: start, [clear]: end } = globalThis
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
    return () => void Object.assign(globalThis, { [set]: start, [clear]: end })
  })
  return running as ReadonlyMap<unknown, number>
})
