import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import type { Rpc } from "../../services/Rpc.ts"
import { HttpStatus, UnknownFailure } from "../../src/domain/errors.ts"
import { mainnet, solana } from "../../src/domain/networks.ts"
import { ask, live, networkAt, nodeAt, scripted, sizes } from "./nodes.ts"
import { callsOf, eventually, loopback, node, reply } from "./server.ts"
import { clockOf, pass, settle } from "./time.ts"

const all = <A, E, R>(effects: readonly Effect.Effect<A, E, R>[]) => Effect.all(effects, { concurrency: "unbounded" })
const range = (length: number) => Array.from({ length }, (_, at) => at)
const echo = node(({ params }) => ({ result: params[0] }))

describe("batching", () => {
  it.effect("RPC transport: batch size 1000: 2,500 reads on one chain are 3 requests, each with its own answer", () =>
    Effect.gen(function* () {
      const server = yield* nodeAt((request, response) =>
        reply(
          response,
          callsOf(request)
            .map(({ id, params }) => ({ jsonrpc: "2.0", id, result: params[0] }))
            .reverse(),
        ),
      )
      const other = yield* nodeAt(echo, 2)
      const [answers, others] = yield* Effect.all(
        [
          all(range(2_500).map((at) => ask(server.network, "eth_call", [at]))),
          all(range(10).map((at) => ask(other.network, "eth_call", [at]))),
        ],
        { concurrency: "unbounded" },
      )

      assert.deepStrictEqual(sizes(server.received), [1_000, 1_000, 500])
      assert.deepStrictEqual(sizes(other.received), [10])
      assert.deepStrictEqual(answers, range(2_500))
      assert.deepStrictEqual(others, range(10))
    }).pipe(Effect.provide(live())),
  )

  it.effect("Generic JSON-RPC POST calls, single or batched, go to each network's public RPC endpoint", () =>
    Effect.gen(function* () {
      const server = yield* nodeAt(echo)
      yield* ask(server.network, "eth_call", ["one"])
      yield* all([ask(server.network, "a", []), ask(server.network, "b", [{ c: null }])]).pipe(Effect.exit)

      const [single, batch] = server.received
      assert.strictEqual(single?.method, "POST")
      assert.strictEqual(single?.headers["content-type"], "application/json")
      assert.deepStrictEqual(JSON.parse(single?.body ?? ""), {
        jsonrpc: "2.0",
        id: 1,
        method: "eth_call",
        params: ["one"],
      })
      assert.deepStrictEqual(JSON.parse(batch?.body ?? ""), [
        { jsonrpc: "2.0", id: 2, method: "a", params: [] },
        { jsonrpc: "2.0", id: 3, method: "b", params: [{ c: null }] },
      ])
    }).pipe(Effect.provide(live())),
  )

  it.effect("joins calls of one tick from separate fibers, also for a network that is described twice", () =>
    Effect.gen(function* () {
      const server = yield* nodeAt(echo)
      const run = Effect.runPromiseWith(yield* Effect.context<Rpc>())
      const answers = yield* Effect.promise(() =>
        Promise.all([
          run(ask(server.network, "a", [1])),
          run(ask(networkAt(31_337, server.url), "b", [2])),
          Promise.resolve().then(() => run(ask(server.network, "c", [3]))),
        ]),
      )

      assert.deepStrictEqual(answers, [1, 2, 3])
      assert.deepStrictEqual(sizes(server.received), [3])
    }).pipe(Effect.provide(live())),
  )

  it.effect("fails the caller whose params JSON cannot carry, and no other", () =>
    Effect.gen(function* () {
      const server = yield* nodeAt(echo)
      const [bad, good] = yield* all([
        Effect.flip(ask(server.network, "eth_call", [1n])),
        ask(server.network, "eth_call", [2]),
      ])

      assert.propertyVal(bad, "_tag", "InvalidParamsRpcError")
      assert.strictEqual(good, 2)
    }).pipe(Effect.provide(live())),
  )

  for (const [name, refusal] of [
    ["with status 413", { status: 413, body: "" }],
    [
      "with an invalid request",
      { status: 200, body: { jsonrpc: "2.0", id: null, error: { code: -32600, message: "batch" } } },
    ],
  ] as const) {
    it.effect(`gives a node that refuses a batch ${name} smaller ones, then and later`, () =>
      Effect.gen(function* () {
        const server = yield* nodeAt((request, response, at) =>
          callsOf(request).length > 3 ? reply(response, refusal.body, refusal.status) : echo(request, response, at),
        )
        const answers = yield* all(range(30).map((at) => ask(server.network, "eth_call", [at])))
        yield* all(range(5).map((at) => ask(server.network, "eth_call", [at])))

        assert.deepStrictEqual(answers, range(30))
        assert.deepStrictEqual(sizes(server.received), [30, ...range(10).map(() => 3), 3, 2])
      }).pipe(Effect.provide(live())),
    )
  }
})

describe("a network's URLs", () => {
  it.effect("A blockchain RPC service path takes chainId and projectId as query parameters", () =>
    Effect.gen(function* () {
      const provider = yield* loopback(echo)
      yield* Effect.provide(
        all([ask(mainnet, "eth_call", [1]), ask(solana, "getSlot", [1])]),
        live({ blockchainHost: provider.url, supportedByProvider: undefined }),
      )

      assert.sameMembers(
        provider.received.map(({ url }) => url),
        [
          "/v1/?chainId=eip155%3A1&projectId=abc",
          "/v1/?chainId=solana%3A5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp&projectId=abc",
        ],
      )
      // A media type that needs no permission of the other origin first.
      assert.strictEqual(provider.received[0]?.headers["content-type"], "text/plain")
      assert.notProperty(provider.received[0]?.headers ?? {}, "traceparent")
    }),
  )

  it.effect("are asked in order, each when the one before it fails: the site's own, the provider's, the chain's", () =>
    Effect.gen(function* () {
      const asked: string[] = []
      const server = yield* loopback((request, response, at) => {
        asked.push(request.url)
        if (request.url.startsWith("/chain")) return echo(request, response, at)
        reply(response, "", 500)
      })
      const options = {
        blockchainHost: server.url,
        supportedByProvider: (id: string) => id === "eip155:5",
        customRpcUrls: {
          "eip155:5": [{ url: `${server.url}/own`, config: { fetchOptions: { headers: { "X-Key": "k" } } } }],
        },
      }
      const answer = yield* Effect.provide(ask(networkAt(5, `${server.url}/chain`), "a", [7]), live(options))
      yield* Effect.provide(ask(networkAt(6, `${server.url}/chain6`), "a", [7]), live(options))

      assert.strictEqual(answer, 7)
      assert.deepStrictEqual(asked, ["/own", "/v1/?chainId=eip155%3A5&projectId=abc", "/chain", "/chain6"])
      assert.strictEqual(server.received[0]?.headers["x-key"], "k")
      assert.notProperty(server.received[2]?.headers ?? {}, "x-key")
    }),
  )

  for (const [name, status, body] of [
    ["refuses the request", 401, ""],
    ["does not know the path", 404, "not found"],
    ["is out of order", 503, ""],
    ["answers with a page", 200, "<!doctype html><title>Sign in</title>"],
    ["answers something else", 200, { message: "hello" }],
    ["is over its limit", 200, { jsonrpc: "2.0", id: 1, error: { code: -32005, message: "slow down" } }],
  ] as const) {
    it.effect(`the next is asked at once when one ${name}`, () =>
      Effect.gen(function* () {
        const bad = yield* loopback((_, response) => reply(response, body, status))
        const good = yield* loopback(echo)

        assert.strictEqual(yield* ask(networkAt(1, bad.url, good.url), "a", [7]), 7)
        assert.lengthOf(bad.received, 1)
      }).pipe(Effect.provide(live())),
    )
  }

  it.effect("the next is asked for what one left out of a batch, and for nothing else", () =>
    Effect.gen(function* () {
      const half = yield* loopback((request, response) =>
        reply(
          response,
          callsOf(request)
            .slice(1)
            .map(({ id, params }) => ({ id, result: params[0] })),
        ),
      )
      const whole = yield* loopback(echo)
      const network = networkAt(1, half.url, whole.url)

      assert.deepStrictEqual(yield* all(range(3).map((at) => ask(network, "a", [at]))), [0, 1, 2])
      assert.deepStrictEqual(sizes(whole.received), [1])
    }).pipe(Effect.provide(live())),
  )

  it.effect("the next is asked for the reply that has the wrong shape", () =>
    Effect.gen(function* () {
      const odd = yield* loopback(node(({ params: [at] }) => (at === 1 ? { error: "no" } : { result: at })))
      const even = yield* loopback(echo)
      const network = networkAt(1, odd.url, even.url)

      assert.deepStrictEqual(yield* all(range(3).map((at) => ask(network, "a", [at]))), [0, 1, 2])
      assert.deepStrictEqual(sizes(even.received), [1])
    }).pipe(Effect.provide(live())),
  )

  it.effect("one that failed is not the first to be asked next time", () =>
    Effect.gen(function* () {
      const { urls, network, through } = yield* scripted(
        ({ at, body }) => (at === 0 ? new Response("", { status: 500 }) : answering(body, { result: at })),
        "one",
        "two",
      )
      yield* through(ask(network))
      yield* through(ask(network))

      assert.deepStrictEqual(urls, ["one", "two", "two"])
    }).pipe(Effect.provide(live())),
  )

  it.effect("one that is given twice is asked once", () =>
    Effect.gen(function* () {
      const server = yield* loopback((_, response) => reply(response, "", 404))
      const config = { fetchOptions: { headers: { "x-key": "k" } } }
      const twice = live({ customRpcUrls: { "eip155:1": [{ url: server.url, config }] } })
      yield* Effect.flip(Effect.provide(ask(networkAt(1, server.url, server.url)), twice))

      assert.deepStrictEqual(
        server.received.map(({ headers }) => headers["x-key"]),
        ["k"],
      )
    }),
  )

  it.effect("a bundled network without a node of its own is read through the provider, wherever its host is", () =>
    Effect.gen(function* () {
      const provider = yield* loopback(echo)
      const leaf = live({ blockchainHost: `${provider.url}/` })
      yield* Effect.provide(all([ask(solana, "a", [1]), ask(networkAt(7, `${provider.url}/v1`), "a", [1])]), leaf)

      assert.sameMembers(
        provider.received.map(({ url }) => url),
        [
          "/v1/?chainId=solana%3A5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp&projectId=abc",
          "/v1/?chainId=eip155%3A7&projectId=abc",
        ],
      )
    }),
  )

  it.effect("there may be none: that is an unknown error", () =>
    Effect.gen(function* () {
      assert.instanceOf(yield* Effect.flip(ask(networkAt(1, "wss://127.0.0.1/"))), UnknownFailure)
    }).pipe(Effect.provide(live())),
  )
})

const answering = (body: string, members: Record<string, unknown>) =>
  Response.json({ jsonrpc: "2.0", id: JSON.parse(body).id, ...members })
const never = new Promise<never>(() => undefined)

describe("trying again", () => {
  it.effect("RPC transport: retryCount 3", () =>
    Effect.gen(function* () {
      const { at, network, through } = yield* scripted(() => new Response("", { status: 500 }))
      const fiber = yield* Effect.forkChild(Effect.flip(through(ask(network))))
      yield* pass(5_000)

      assert.lengthOf(at, 4)
      assert.strictEqual((yield* Fiber.join(fiber)).message, "HTTP status code: 500")
    }).pipe(Effect.provide(live())),
  )

  it.effect("RPC transport: retry delay 150 ms with exponential backoff", () =>
    Effect.gen(function* () {
      const { at, network, through } = yield* scripted(({ at, body }) =>
        at < 3 ? new Response("", { status: 500 }) : answering(body, { result: "0x1" }),
      )
      const fiber = yield* Effect.forkChild(through(ask(network)))
      yield* pass(1_050)

      assert.deepStrictEqual(at, [0, 150, 450, 1_050])
      assert.strictEqual(yield* Fiber.join(fiber), "0x1")
    }).pipe(Effect.provide(live())),
  )

  it.effect("RPC transport: timeout 10000 ms", () =>
    Effect.gen(function* () {
      const { at, network, through } = yield* scripted(({ at, body }) =>
        at === 0 ? never : answering(body, { result: "0x1" }),
      )
      const fiber = yield* Effect.forkChild(through(ask(network)))
      yield* pass(10_150)

      assert.deepStrictEqual(at, [0, 10_150])
      assert.strictEqual(yield* Fiber.join(fiber), "0x1")
    }).pipe(Effect.provide(live())),
  )

  it.effect("RPC transport: retry on status 403, 408, 413, 429, 500, 502, 503, 504", () =>
    Effect.gen(function* () {
      for (const status of [403, 408, 413, 429, 500, 502, 503, 504]) {
        const { at, network, through } = yield* scripted(() => new Response("", { status }))
        const fiber = yield* Effect.forkChild(Effect.flip(through(ask(network))))
        yield* pass(1_100)

        assert.lengthOf(at, 4, `${status}`)
        assert.propertyVal(yield* Fiber.join(fiber), "status", status)
      }
      for (const status of [400, 401, 404, 405, 501]) {
        const { at, network, through } = yield* scripted(() => new Response("", { status }))
        const error = yield* Effect.flip(through(ask(network)))

        assert.lengthOf(at, 1, `${status}`)
        assert.instanceOf(error, HttpStatus)
      }
    }).pipe(Effect.provide(live())),
  )

  for (const [code, times] of [
    [-1, 4],
    [-32005, 4],
    [-32603, 4],
    [429, 4],
    [-32601, 1],
    [-32000, 1],
    [3, 1],
  ] as const) {
    it.effect(`asks ${times} times when the node's error has code ${code}`, () =>
      Effect.gen(function* () {
        const { at, network, through } = yield* scripted(({ body }) =>
          answering(body, { error: { code, message: "no" } }),
        )
        const fiber = yield* Effect.forkChild(Effect.flip(through(ask(network))))
        yield* pass(1_100)

        assert.lengthOf(at, times)
        assert.propertyVal(yield* Fiber.join(fiber), "code", code)
      }).pipe(Effect.provide(live())),
    )
  }

  it.effect("asks again for the call that needs it, and answers the others at once", () =>
    Effect.gen(function* () {
      const asked: number[][] = []
      const { at, network, through } = yield* scripted(({ body }) => {
        const calls: { readonly id: number; readonly params: readonly [number] }[] = [JSON.parse(body)].flat()
        asked.push(calls.map(({ params }) => params[0]))
        const replies = calls.map(({ id, params: [sent] }) =>
          sent === 1 ? { id, error: { code: -32603, message: "busy" } } : { id, result: sent },
        )
        return Response.json(replies)
      })
      const read = (sent: number) => through(ask(network, "a", [sent]))
      const [late, ...early] = yield* Effect.forEach([1, 0, 2], (sent) => Effect.forkChild(Effect.exit(read(sent))))
      yield* settle

      assert.deepStrictEqual(yield* Effect.forEach(early, Fiber.join), [Exit.succeed(0), Exit.succeed(2)])
      assert.isUndefined(late?.pollUnsafe())
      yield* pass(1_050)
      assert.deepStrictEqual(at, [0, 150, 450, 1_050])
      assert.deepStrictEqual(asked, [[1, 0, 2], [1], [1], [1]])
      assert.isTrue(late && Exit.isFailure(yield* Fiber.join(late)))
    }).pipe(Effect.provide(live())),
  )

  it.effect("stops as soon as another attempt would not mend it", () =>
    Effect.gen(function* () {
      const { at, network, through } = yield* scripted((asked) =>
        asked.at === 0 ? new Response("", { status: 500 }) : new Response("<html>"),
      )
      const fiber = yield* Effect.forkChild(Effect.flip(through(ask(network))))
      yield* pass(2_000)

      assert.deepStrictEqual(at, [0, 150])
      assert.propertyVal(yield* Fiber.join(fiber), "_tag", "AnswerInvalid")
    }).pipe(Effect.provide(live())),
  )

  it.effect("leaves a node alone for as long as its Retry-After says", () =>
    Effect.gen(function* () {
      const { at, network, through } = yield* scripted(({ at, body }) =>
        at === 0
          ? new Response("", { status: 429, headers: { "retry-after": "5" } })
          : answering(body, { result: "0x1" }),
      )
      const fiber = yield* Effect.forkChild(through(ask(network)))
      yield* pass(5_000)

      assert.deepStrictEqual(at, [0, 5_000])
      assert.strictEqual(yield* Fiber.join(fiber), "0x1")
    }).pipe(Effect.provide(live())),
  )

  it.effect("asks the other nodes meanwhile", () =>
    Effect.gen(function* () {
      const { urls, network, through } = yield* scripted(
        ({ at, body }) =>
          at === 0
            ? new Response("", { status: 429, headers: { "retry-after": "5" } })
            : answering(body, { result: at }),
        "one",
        "two",
      )

      assert.strictEqual(yield* through(ask(network)), 1)
      assert.strictEqual(yield* through(ask(network)), 2)
      assert.deepStrictEqual(urls, ["one", "two", "two"])
    }).pipe(Effect.provide(live())),
  )
})

describe("ranking", () => {
  const pings = (body: string) => JSON.parse(body).method === "eth_chainId"

  it.effect("does not ping a node that wants to be left alone", () =>
    Effect.gen(function* () {
      const pinged: string[] = []
      const { network, through } = yield* scripted(
        ({ at, body, host }) => {
          if (pings(body)) pinged.push(host)
          return at === 0
            ? new Response("", { status: 429, headers: { "retry-after": "20" } })
            : answering(body, { result: host })
        },
        "one",
        "two",
      )
      const read = through(ask(network, "eth_blockNumber"))
      yield* read
      yield* pass(4_000)
      yield* read
      yield* settle

      assert.deepStrictEqual(pinged, ["two"])
    }).pipe(Effect.provide(live())),
  )

  it.effect("RPC transport: fallback ping interval 4000 ms", () =>
    Effect.gen(function* () {
      const pinged: string[] = []
      const { at, network, through } = yield* scripted(
        ({ body }) => {
          if (pings(body)) pinged.push(body)
          return answering(body, { result: 1 })
        },
        "one",
        "two",
      )
      for (const [ms, rounds] of [
        [0, 0],
        [3_950, 0],
        [50, 1],
        [3_950, 1],
        [50, 2],
      ] as const) {
        yield* pass(ms)
        yield* through(ask(network, "eth_blockNumber"))
        yield* settle
        assert.lengthOf(pinged, rounds * 2, `at ${at.at(-1)} ms`)
      }

      yield* pass(20_000)
      assert.lengthOf(pinged, 4, "nobody asks, nobody pings")
    }).pipe(Effect.provide(live())),
  )

  it.effect("puts a node that pings show to be slow, or failing, behind the others until it is well again", () =>
    Effect.gen(function* () {
      let well = false
      const { network, through } = yield* scripted(
        ({ body, host }) => (host === "one" && !well && pings(body) ? never : answering(body, { result: host })),
        "one",
        "two",
      )
      const read = through(ask(network, "eth_blockNumber"))
      const rounds = (count: number) => Effect.forEach(range(count), () => Effect.andThen(pass(4_000), read))

      assert.deepStrictEqual(yield* rounds(2), ["one", "one"], "the first ping is still under way")
      assert.strictEqual((yield* rounds(1))[0], "two")
      well = true
      assert.strictEqual((yield* rounds(13)).at(-1), "one")
    }).pipe(Effect.provide(live())),
  )

  for (const [ms, first] of [
    [50, "one"],
    [300, "two"],
  ] as const) {
    it.effect(`asks ${first} first when the pings of one take ${ms} ms longer than those of two`, () =>
      Effect.gen(function* () {
        const now = yield* clockOf
        const { network, through } = yield* scripted(
          async ({ body, host }) => {
            const until = host === "one" && pings(body) ? now() + ms : 0
            while (now() < until) await new Promise((resolve) => setImmediate(resolve))
            return answering(body, { result: host })
          },
          "one",
          "two",
        )
        const read = through(ask(network, "eth_blockNumber"))

        assert.strictEqual((yield* Effect.forEach(range(5), () => Effect.andThen(pass(4_000), read))).at(-1), first)
      }).pipe(Effect.provide(live())),
    )
  }
})

describe("ending", () => {
  it.effect("aborts a request when the last of its callers leaves, not before", () =>
    Effect.gen(function* () {
      const server = yield* nodeAt(() => undefined)
      const first = yield* Effect.forkChild(ask(server.network))
      const second = yield* Effect.forkChild(ask(server.network))
      yield* eventually(() => server.received.length === 1)

      yield* Fiber.interrupt(first)
      yield* settle
      assert.isFalse(server.received[0]?.aborted)
      yield* Fiber.interrupt(second)
      yield* eventually(() => server.received[0]?.aborted === true)
    }).pipe(Effect.provide(live())),
  )

  it.effect("answers those who stay when one leaves", () =>
    Effect.gen(function* () {
      const waiting: (() => void)[] = []
      const server = yield* nodeAt((request, response, at) => waiting.push(() => echo(request, response, at)))
      const first = yield* Effect.forkChild(ask(server.network, "a", [1]))
      const second = yield* Effect.forkChild(ask(server.network, "a", [2]))
      yield* eventually(() => waiting.length === 1)
      yield* Fiber.interrupt(first)
      waiting[0]?.()

      assert.strictEqual(yield* Fiber.join(second), 2)
    }).pipe(Effect.provide(live())),
  )

  it.effect("does not try again for a caller who left", () =>
    Effect.gen(function* () {
      const carried: number[] = []
      const { at, network, through } = yield* scripted(({ body }) => {
        const calls: { readonly id: number; readonly params: readonly [number] }[] = [JSON.parse(body)].flat()
        carried.push(calls.length)
        return Response.json(
          calls.map(({ id, params: [sent] }) =>
            sent === 0 ? { id, result: 0 } : { id, error: { code: -32603, message: "busy" } },
          ),
        )
      })
      const read = (sent: number) => Effect.forkChild(Effect.exit(through(ask(network, "a", [sent]))))
      const [, second, third] = yield* Effect.forEach(range(3), read)
      yield* pass(150)
      if (second) yield* Fiber.interrupt(second)
      yield* pass(300)
      if (third) yield* Fiber.interrupt(third)
      yield* pass(2_000)

      assert.deepStrictEqual(at, [0, 150, 450])
      assert.deepStrictEqual(carried, [3, 2, 1])
    }).pipe(Effect.provide(live())),
  )

  it.effect("aborts what goes on for one call when its caller leaves, though others of its batch were answered", () =>
    Effect.gen(function* () {
      const aborts: (AbortSignal | null | undefined)[] = []
      const { network, through } = yield* scripted(({ at, body, signal }) => {
        aborts.push(signal)
        const [first, second]: { readonly id: number }[] = [JSON.parse(body)].flat()
        const busy = { id: second?.id, error: { code: -32603, message: "busy" } }
        return at === 0 ? Response.json([{ id: first?.id, result: 1 }, busy]) : never
      })
      const answered = yield* Effect.forkChild(through(ask(network)))
      const waiting = yield* Effect.forkChild(through(ask(network)))
      yield* pass(150)
      assert.strictEqual(yield* Fiber.join(answered), 1)
      assert.isFalse(aborts[1]?.aborted)
      yield* Fiber.interrupt(waiting)
      yield* settle

      assert.isTrue(aborts[1]?.aborted)
    }).pipe(Effect.provide(live())),
  )

  it.effect("forgets a caller who left while the request was under way", () =>
    Effect.gen(function* () {
      let answer = (_: Response) => {}
      const carried: number[] = []
      const { network, through } = yield* scripted(({ body }) => {
        carried.push([JSON.parse(body)].flat().length)
        return new Promise((resolve) => {
          answer = resolve
        })
      })
      const first = yield* Effect.forkChild(through(ask(network)))
      yield* Effect.forkChild(through(ask(network)))
      yield* settle
      yield* Fiber.interrupt(first)
      answer(new Response("", { status: 500 }))
      yield* pass(200)

      assert.deepStrictEqual(carried, [2, 1])
    }).pipe(Effect.provide(live())),
  )

  it.effect("asks nothing for a caller who left in the same tick", () =>
    Effect.gen(function* () {
      const server = yield* nodeAt(echo)
      const first = yield* Effect.forkChild(ask(server.network, "a", [1]), { startImmediately: true })
      const second = yield* Effect.forkChild(ask(server.network, "a", [2]), { startImmediately: true })
      yield* Fiber.interrupt(first)

      assert.strictEqual(yield* Fiber.join(second), 2)
      assert.deepStrictEqual(sizes(server.received), [1])
    }).pipe(Effect.provide(live())),
  )

  it.effect("ends every request with the layer's scope", () =>
    Effect.gen(function* () {
      const server = yield* nodeAt(() => undefined)
      const scope = yield* Scope.make()
      const context = yield* Layer.buildWithScope(live(), scope)
      const fiber = yield* Effect.forkChild(Effect.provideContext(ask(server.network), context))
      yield* eventually(() => server.received.length === 1)
      yield* Scope.close(scope, Exit.void)

      assert.isTrue(Exit.hasInterrupts(yield* Fiber.await(fiber)))
      yield* eventually(() => server.received[0]?.aborted === true)
    }),
  )
})
