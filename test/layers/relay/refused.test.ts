import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { Effect } from "effect"
import { WebSocket, WebSocketServer } from "ws"
import { Relay } from "../../../services/Relay.ts"
import { followed, until } from "../../contracts/relay.ts"
import { afterEach, assert, beforeEach, describe, it, vi } from "../../fixtures/it.ts"
import { placed } from "../chains/chainScene.ts"
import { ask, connect, holdingTimersFrom, pageOn, relayTest } from "./relayWorld.ts"

// In its own file, and so its own process: by default the library reopens rejected sockets in a tight loop and throws.
const uncaught: unknown[] = []
const note = (error: unknown) => uncaught.push(error)

beforeEach(() => {
  process.on("uncaughtException", note).on("unhandledRejection", note)
})
afterEach(() => {
  process.off("uncaughtException", note).off("unhandledRejection", note)
})

/** Error of a connection to a relay that rejects the page. */
const refused = Effect.flip(connect({ pair: async () => {} }))

/** A relay that accepts every socket and closes it at once, with code 3000 and this reason. */
const refusing = (reason: string) =>
  Effect.gen(function* () {
    const server = yield* Effect.acquireRelease(
      Effect.promise(async () => {
        const started = new WebSocketServer({ host: "127.0.0.1", port: 0 })
        await once(started, "listening")
        return started
      }),
      (started) => Effect.sync(() => started.close()),
    )
    let sockets = 0
    server.on("connection", (socket, { url }) => {
      if (url !== "/last") sockets++
      socket.close(3000, reason)
    })
    const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`
    return {
      url,
      sockets: () => sockets,
      /** Waits until the relay has seen every open socket: the last one is rejected too. */
      accepted: Effect.promise(() => once(new WebSocket(`${url}/last`), "close")),
    }
  })

describe("A relay that rejects the page", () => {
  const refusals: readonly (readonly [reason: string, tag: string, code: string])[] = [
    ["Unauthorized: Project not found", "InvalidProjectId", "APKT007"],
    ["Unauthorized: invalid key", "InvalidProjectId", "APKT007"],
    ["Unauthorized: origin not allowed", "OriginNotAllowed", "APKT002"],
    ["JWT validation error: JWT Token is not yet valid: 1700000000", "SessionExpired", "APKT006"],
    ["JWT validation error: JWT Token is expired: 1700000000", "SessionExpired", "APKT006"],
  ]
  it.live.each(refusals)("with '%s' fails the connection: %s, %s", function* ([reason, tag, code]) {
    const relay = yield* refusing(reason)
    const error = yield* Effect.provide(refused, pageOn(relay).layer)

    assert.propertyVal(error, "_tag", tag)
    assert.propertyVal(error, "code", code)
    assert.include(`${error.cause}`, reason)
  })

  it.live("is contacted once per connection, without an uncaught error", function* () {
    const relay = yield* refusing("Unauthorized: Project not found")
    yield* placed(() => {
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] })
      return () => vi.useRealTimers()
    })
    yield* Effect.gen(function* () {
      const changes = yield* followed
      for (const connections of [1, 2]) {
        yield* refused
        // By default the library opens the next socket after a second, and hundreds in the seconds after.
        for (let second = 0; second < 5; second++) {
          yield* Effect.promise(() => vi.advanceTimersByTimeAsync(1_000))
          yield* relay.accepted
        }
        assert.strictEqual(relay.sockets(), connections)
      }
      assert.deepStrictEqual(changes, [])
      assert.deepStrictEqual(uncaught, [])
    }).pipe(Effect.provide(pageOn(relay).layer))
  })

  relayTest()("can restore the session when it accepts the page again", function* ({ relay, wallet }) {
    const { revive, restore } = yield* Relay
    const session = yield* connect(wallet)
    const changes = yield* followed
    // The wallet, rejected like the page, would do what the page must not.
    yield* holdingTimersFrom(200)
    yield* Effect.promise(() => wallet.stop())
    relay.closeWith(3000)
    relay.dropAll()
    yield* until(changes, (one) => one.type === "lost" && one.error._tag === "InvalidProjectId")
    assert.propertyVal(yield* Effect.flip(ask("personal_sign", [])), "_tag", "InvalidProjectId")

    relay.closeWith(undefined)
    yield* revive
    yield* until(changes, ({ type }) => type === "back")
    assert.deepStrictEqual(yield* restore, session)
    assert.deepStrictEqual(uncaught, [])
  })
})
