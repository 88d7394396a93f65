import { once } from "node:events"
import { createServer as createHttpServer } from "node:http"
import { type AddressInfo, createConnection, createServer, type Socket } from "node:net"
import { Deferred, Effect, Fiber } from "effect"
import { WebSocketServer } from "ws"
import { Relay } from "../../../services/Relay.ts"
import { consoleTrace } from "../../../src/trace/consoleTrace.ts"
import { relayHostWait } from "../../../src/walletConnect/limits.ts"
import { followed, until } from "../../contracts/relay.ts"
import { assert, describe, it } from "../../fixtures/it.ts"
import { connect, holdingTimersFrom, pageOn, relay, signed, walletOn } from "./relayWorld.ts"

/** A host that accepts connections and says nothing. */
const hanging = Effect.map(
  Effect.acquireRelease(
    Effect.promise(async () => {
      const visited = Deferred.makeUnsafe<void>()
      const sockets = new Set<Socket>()
      const server = createServer((socket) => {
        sockets.add(socket)
        Deferred.doneUnsafe(visited, Effect.void)
      })
      server.listen(0, "127.0.0.1")
      await once(server, "listening")
      return { server, sockets, visited }
    }),
    ({ server, sockets }) =>
      Effect.sync(() => {
        for (const socket of sockets) socket.destroy()
        server.close()
      }),
  ),
  ({ server, sockets, visited }) => ({
    url: urlOf(server.address()),
    visits: () => sockets.size,
    visited: Deferred.await(visited),
  }),
)

/** A host that accepts a WebSocket only after the test allows it. */
const slow = Effect.map(
  Effect.acquireRelease(
    Effect.promise(async () => {
      const server = createHttpServer()
      const sockets = new WebSocketServer({ noServer: true })
      const asked = Deferred.makeUnsafe<() => Promise<unknown>>()
      server.on("upgrade", (...upgrade) => {
        const accept = () =>
          new Promise((left) => sockets.handleUpgrade(...upgrade, (socket) => socket.on("close", left)))
        Deferred.doneUnsafe(asked, Effect.succeed(accept))
      })
      server.listen(0, "127.0.0.1")
      await once(server, "listening")
      return { server, asked }
    }),
    ({ server }) =>
      Effect.sync(() => {
        server.closeAllConnections()
        server.close()
      }),
  ),
  ({ server, asked }) => ({ url: urlOf(server.address()), asked: Deferred.await(asked) }),
)

/** The URL of a host that has stopped. */
const stopped = Effect.promise(async () => {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const url = urlOf(server.address())
  server.close()
  await once(server, "close")
  return url
})

const urlOf = (address: AddressInfo | string | null) => `ws://127.0.0.1:${(address as AddressInfo).port}`

/** Opens a socket to a host. The host closes it. */
const visit = (url: string) => once(createConnection(Number(new URL(url).port), "127.0.0.1"), "connect")

/** Traces, and the hosts in them with their outcome. */
const tracing = () => {
  const lines: string[] = []
  const tracer = consoleTrace({ print: { line: (text) => lines.push(text), tree: () => {} } })
  const hosts = () =>
    lines.flatMap((line) => {
      const [, url, outcome] = /Relay\.socket (\S+) {2}.* {2}(\w+)$/.exec(line) ?? []
      return url === undefined ? [] : [[url.replace(/\/$/, ""), outcome]]
    })
  return { tracer, hosts }
}

/** Runs the steps in a page that may use these hosts. */
const onHosts = <A, E, R>(relayUrls: readonly string[], steps: Effect.Effect<A, E, R>) => {
  const { tracer, hosts } = tracing()
  const [url = ""] = relayUrls
  return Effect.provide(
    Effect.map(Effect.provide(steps, pageOn({ url }, { relayUrls }).layer), (result) => ({ result, hosts: hosts() })),
    tracer,
  )
}

describe("Several relay hosts", () => {
  it.live("are tried in turn: a wallet connects over the second if the first is down", function* () {
    const down = yield* stopped
    const started = yield* relay
    const wallet = yield* walletOn(started)
    const { result, hosts } = yield* onHosts(
      [down, started.url],
      Effect.gen(function* () {
        const { accounts } = yield* connect(wallet)
        return { accounts, signature: yield* signed }
      }),
    )

    assert.isNotEmpty(result.accounts)
    assert.match(String(result.signature), /^0x[0-9a-f]{130}$/)
    assert.deepStrictEqual(hosts, [
      [down, "ConnectFailed"],
      [started.url, "ok"],
    ])
  })

  it.live("are tried in turn also if one never responds", function* () {
    const slow = yield* hanging
    const started = yield* relay
    const wallet = yield* walletOn(started)
    const held = yield* holdingTimersFrom(relayHostWait)
    const { result, hosts } = yield* onHosts(
      [slow.url, started.url],
      Effect.gen(function* () {
        const connecting = yield* Effect.forkChild(connect(wallet))
        yield* slow.visited
        for (const { ms, ring } of held) if (ms === relayHostWait) ring()
        return yield* Fiber.join(connecting)
      }),
    )

    assert.isNotEmpty(result.accounts)
    assert.deepStrictEqual(hosts, [
      [slow.url, "ConnectFailed"],
      [started.url, "ok"],
    ])
  })

  it.live("include those that accept the page too late, and are left then", function* () {
    const late = yield* slow
    const started = yield* relay
    const wallet = yield* walletOn(started)
    const held = yield* holdingTimersFrom(relayHostWait)
    const { result, hosts } = yield* onHosts(
      [late.url, started.url],
      Effect.gen(function* () {
        const connecting = yield* Effect.forkChild(connect(wallet))
        const accept = yield* late.asked
        for (const { ms, ring } of held) if (ms === relayHostWait) ring()
        yield* Fiber.join(connecting)
        yield* Effect.promise(accept)
        return yield* signed
      }),
    )

    assert.match(String(result), /^0x/)
    assert.deepStrictEqual(hosts, [
      [late.url, "ConnectFailed"],
      [started.url, "ok"],
    ])
  })

  it.live("stay with the one that was reached when its socket is lost", function* () {
    const down = yield* stopped
    const started = yield* relay
    const wallet = yield* walletOn(started)
    const { result, hosts } = yield* onHosts(
      [down, started.url],
      Effect.gen(function* () {
        yield* connect(wallet)
        const changes = yield* followed
        yield* Effect.promise(() => started.dropAll())
        yield* (yield* Relay).revive
        yield* until(changes, ({ type }) => type === "back")
        return yield* signed
      }),
    )

    assert.match(String(result), /^0x/)
    assert.deepStrictEqual(hosts, [
      [down, "ConnectFailed"],
      [started.url, "ok"],
      [started.url, "ok"],
    ])
  })

  it.live("are not tried once a relay refuses the page", function* () {
    const started = yield* relay
    const other = yield* relay
    started.closeWith(3000)
    const { result } = yield* onHosts([started.url, other.url], Effect.flip(connect({ pair: async () => {} })))

    assert.propertyVal(result, "_tag", "InvalidProjectId")
    assert.strictEqual(other.connections(), 0)
  })
})

describe("One relay host", () => {
  it.live("that hangs is contacted once", function* () {
    const host = yield* hanging
    const held = yield* holdingTimersFrom(500)
    const { hosts } = yield* onHosts(
      [host.url],
      Effect.gen(function* () {
        yield* Effect.forkChild(connect({ pair: async () => {} }))
        yield* host.visited
        yield* (yield* Relay).revive
        for (let probe = 0; probe < 3; probe++) yield* Effect.promise(() => visit(host.url))
        assert.strictEqual(host.visits(), 4)
      }),
    )

    assert.deepStrictEqual(hosts, [])
    assert.isFalse(held.some(({ ms }) => ms === relayHostWait))
  })
})
