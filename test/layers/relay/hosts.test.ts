import { once } from "node:events"
import { type AddressInfo, createServer, type Socket } from "node:net"
import { Deferred, Effect, Fiber } from "effect"
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
  ({ server, visited }) => ({ url: urlOf(server.address()), visited: Deferred.await(visited) }),
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
