import { once } from "node:events"
import type { AddressInfo } from "node:net"
import * as Effect from "effect/Effect"
import { WebSocketServer } from "ws"
import { Relay } from "../../services/Relay.ts"
import { asError, followed, until } from "../contracts/relay.ts"
import { afterEach, assert, beforeEach, describe, it } from "../fixtures/it.ts"
import { holdingTimersFrom, relay as loopback, networks, pageOn, walletOn } from "./relayWorld.ts"

// In a file, and so in a process, of its own: the library by itself opens refused sockets in a tight loop and throws.
const uncaught: unknown[] = []
const note = (error: unknown) => uncaught.push(error)

beforeEach(() => {
  process.on("uncaughtException", note).on("unhandledRejection", note)
})
afterEach(() => {
  process.off("uncaughtException", note).off("unhandledRejection", note)
})

/** A relay that takes every socket and closes it at once, with code 3000 and this reason. */
const refusing = (reason: string) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const server = new WebSocketServer({ host: "127.0.0.1", port: 0 })
      await once(server, "listening")
      const relay = { url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`, sockets: 0, server }
      server.on("connection", (socket) => {
        relay.sockets++
        socket.close(3000, reason)
      })
      return relay
    }),
    ({ server }) => Effect.sync(() => server.close()),
  )

describe("A relay that refuses the page", () => {
  const refusals: readonly (readonly [reason: string, tag: string, code: string])[] = [
    ["Unauthorized: Project not found", "InvalidProjectId", "APKT007"],
    ["Unauthorized: invalid key", "InvalidProjectId", "APKT007"],
    ["Unauthorized: origin not allowed", "OriginNotAllowed", "APKT002"],
    ["JWT validation error: JWT Token is not yet valid: 1700000000", "SessionExpired", "APKT006"],
  ]
  it.live.each(refusals)("with '%s' fails the connection: %s, %s", function* ([reason, tag, code]) {
    const relay = yield* refusing(reason)
    yield* Effect.gen(function* () {
      const error = yield* Effect.flip((yield* Relay).connect({ networks, paired: () => undefined }))

      assert.propertyVal(error, "_tag", tag)
      assert.propertyVal(error, "code", code)
    }).pipe(Effect.provide(pageOn(relay).leaf))
  })

  it.live(
    "is asked once, and once more by the next who connects; nothing is thrown where nobody catches",
    function* () {
      const relay = yield* refusing("Unauthorized: Project not found")
      yield* Effect.gen(function* () {
        const { connect } = yield* Relay
        const propose = Effect.flip(connect({ networks, paired: () => undefined }))
        yield* propose
        yield* Effect.sleep(longerThanItsLoop)
        assert.strictEqual(relay.sockets, 1)
        yield* propose
        yield* Effect.sleep(longerThanItsLoop)

        assert.strictEqual(relay.sockets, 2)
        assert.deepStrictEqual(uncaught, [])
      }).pipe(Effect.provide(pageOn(relay).leaf))
    },
  )

  it.live("is one from which a session can come back, when the site asks again and is let in", function* () {
    const relay = yield* loopback
    const wallet = yield* walletOn(relay)
    const page = pageOn(relay)
    yield* Effect.gen(function* () {
      const { connect, provider, revive, restore } = yield* Relay
      const session = yield* connect({ networks, paired: (uri) => void wallet.pair(uri) })
      const { request } = yield* provider("eip155")
      const changes = yield* followed
      // The wallet, refused like the page, would do what the page must not.
      yield* holdingTimersFrom(200)
      yield* Effect.promise(() => wallet.stop())
      relay.closeWith(3000)
      relay.dropAll()
      yield* until(changes, (one) => one.is === "lost" && one.error._tag === "InvalidProjectId")
      const refused = yield* Effect.flip(
        Effect.tryPromise({ try: () => request({ method: "personal_sign", params: [] }), catch: asError }),
      )
      assert.propertyVal(refused, "_tag", "InvalidProjectId")

      relay.closeWith(undefined)
      yield* revive
      yield* until(changes, ({ is }) => is === "back")
      assert.deepStrictEqual(yield* restore, session)
      assert.deepStrictEqual(uncaught, [])
    }).pipe(Effect.provide(page.leaf))
  })
})

/** The library by itself opens the next socket after a second, and hundreds in the seconds after. */
const longerThanItsLoop = "1500 millis"
