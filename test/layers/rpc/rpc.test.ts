import { Effect, Exit, Fiber, Layer, Scope, Tracer } from "effect"
import type { Rpc } from "../../../services/Rpc.ts"
import { UnknownFailure } from "../../../src/errors/index.ts"
import { bitcoin, mainnet, type Network, solana } from "../../../src/options/networks.ts"
import { assert, describe, itWith } from "../../fixtures/it.ts"
import { callsOf, eventually, type Handler, loopback, node, type ReceivedCall, reply } from "../../fixtures/server.ts"
import { clockOf, ended, pass, settle, within } from "../../fixtures/time.ts"
import { type Asked, ask, live, networkAt, never, nodeAt, type Script, scripted, sizes } from "../chains/nodes.ts"

const it = itWith(live())
const all = <A, E, R>(effects: readonly Effect.Effect<A, E, R>[]) => Effect.all(effects, { concurrency: "unbounded" })
const range = (length: number) => Array.from({ length }, (_, at) => at)

/** Reads 0, 1, 2 and so on in one tick. */
const reads = (network: Network, count: number) => all(range(count).map((at) => ask(network, "eth_call", [at])))

/** A node that returns the first parameter of each call, and one that replies to some calls only, in another order. */
const echo = node(({ params }) => ({ result: params[0] ?? null }))
const choosing =
  (choose: (calls: readonly ReceivedCall[]) => readonly ReceivedCall[]): Handler =>
  (request, response) =>
    reply(
      response,
      choose(callsOf(request)).map(({ id, params }) => ({ jsonrpc: "2.0", id, result: params[0] })),
    )

describe("batching", () => {
  it.effect(
    "RPC transport: batch size 1000: 2,500 reads on one chain are 3 requests, each read with its own response",
    function* () {
      const server = yield* nodeAt(choosing((calls) => [...calls].reverse()))
      const other = yield* nodeAt(echo, 2)
      const answers = yield* all([reads(server.network, 2_500), reads(other.network, 10)])

      // The site's own nodes and the provider's get no smaller ones.
      const own = yield* nodeAt(echo)
      const customRpcUrls = { "eip155:5": [{ url: own.url, config: { fetchOptions: { headers: { "X-Key": "k" } } } }] }
      yield* Effect.provide(reads(networkAt(5, own.url), 1_001), live({ customRpcUrls }))
      const provided = live({ blockchainHost: own.url, supportedByProvider: () => true })
      yield* Effect.provide(reads(networkAt(6, "http://127.0.0.1:1"), 1_001), provided)
      assert.deepStrictEqual(
        sizes(own.received).toSorted((one, other) => other - one),
        [1_000, 1_000, 1, 1],
      )

      assert.deepStrictEqual(sizes(server.received), [1_000, 1_000, 500])
      assert.deepStrictEqual(sizes(other.received), [10])
      assert.deepStrictEqual(answers, [range(2_500), range(10)])
    },
  )

  it.effect("Generic JSON-RPC POST calls, single or batched, go to each network's public RPC endpoint", function* () {
    const { network, received } = yield* nodeAt(echo)
    yield* ask(network, "eth_call", ["one"])
    yield* all([ask(network, "a", []), ask(network, "b", [{ c: null }])]).pipe(Effect.exit)

    const [single, batch] = received
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

    // Also of a network that the provider supports.
    const provider = yield* loopback((_, response) => reply(response, "", 401))
    const supported = live({ blockchainHost: provider.url, supportedByProvider: () => true })
    yield* Effect.exit(Effect.provide(ask(network, "d", [7]), supported))
    assert.lengthOf(provider.received, 1)
    assert.lengthOf(received, 3)

    const others = [solana, bitcoin]
    for (const other of others) yield* Effect.exit(ask({ ...other, rpcUrls: network.rpcUrls }, "e", [other.name]))
    assert.deepStrictEqual(
      received
        .slice(3)
        .flatMap(callsOf)
        .map(({ params }) => params),
      others.map(({ name }) => [name]),
    )
  })

  it.effect("joins calls of one tick from separate fibers, even for a network that is defined twice", function* () {
    const server = yield* nodeAt(echo)
    const other = yield* nodeAt(echo)
    const run = Effect.runPromiseWith(yield* Effect.context<Rpc>())
    const answers = yield* Effect.promise(() =>
      Promise.all([
        run(ask(server.network, "a", [1])),
        run(ask(networkAt(31_337, server.url), "b", [2])),
        run(ask(networkAt(31_337, other.url), "d", [4])),
        Promise.resolve().then(() => run(ask(server.network, "c", [3]))),
      ]),
    )

    assert.deepStrictEqual(answers, [1, 2, 4, 3])
    assert.deepStrictEqual([sizes(server.received), sizes(other.received)], [[3], [1]])
  })

  it.effect("is traced by network, and by method if a request has a single call", function* () {
    const { network } = yield* nodeAt(echo)
    const spans: Tracer.NativeSpan[] = []
    const span: Tracer.Tracer["span"] = (options) => {
      const made = new Tracer.NativeSpan(options)
      spans.push(made)
      return made
    }
    const calls = Effect.andThen(ask(network, "a", [1]), reads(network, 2))
    yield* Effect.provideService(calls, Tracer.Tracer, Tracer.make({ span }))

    assert.deepStrictEqual(
      spans.filter(({ name }) => name === "rpc").map(({ attributes }) => Object.fromEntries(attributes)),
      [
        { batchSize: 1, network: "eip155:31337", method: "a" },
        { batchSize: 2, network: "eip155:31337" },
      ],
    )
  })

  it.effect("fails only the caller whose params JSON cannot represent", function* () {
    const [refusing, server] = [yield* nodeAt((_, response) => reply(response, "", 404)), yield* nodeAt(echo)]
    const network = networkAt(1, refusing.url, server.url)
    const [bad, good] = yield* all([Effect.result(ask(network, "a", [1n])), Effect.result(ask(network, "a", [2]))])

    assert.nestedPropertyVal(bad, "failure._tag", "InvalidParamsRpcError")
    assert.nestedProperty(bad, "failure.cause.stack")
    assert.propertyVal(good, "success", 2)
  })

  const invalid = { jsonrpc: "2.0", id: null, error: { code: -32600, message: "batch" } }
  it.effect.each([
    { refuses: "with status 413", status: 413, body: "" },
    { refuses: "with an invalid request", status: 200, body: invalid },
  ])("sends smaller batches to a node that rejects one $refuses, from then on", function* ({ status, body }) {
    const { network, received } = yield* nodeAt((request, response, at) =>
      callsOf(request).length > 3 ? reply(response, body, status) : echo(request, response, at),
    )
    assert.deepStrictEqual(yield* reads(network, 30), range(30))
    yield* reads(network, 5)
    assert.deepStrictEqual(sizes(received), [30, ...range(10).map(() => 3), 3, 2])
  })

  it.effect("sends four of the smaller batches at once", function* () {
    const { network, received } = yield* nodeAt((request, response) => {
      if (callsOf(request).length > 3) reply(response, "", 413)
    })
    yield* Effect.forkChild(reads(network, 30))
    yield* eventually(() => received.length === 5)
    yield* settle

    assert.deepStrictEqual(sizes(received), [30, 3, 3, 3, 3])
  })
})

describe("a network's URLs", () => {
  it.effect("A blockchain RPC service path takes chainId and projectId as query parameters", function* () {
    const { url, received } = yield* loopback(echo)
    // The last network only names the service's URL.
    yield* all([ask(mainnet), ask(solana), ask(networkAt(7, `${url}/v1`))]).pipe(
      Effect.provide(live({ blockchainHost: url, supportedByProvider: undefined })),
    )

    assert.sameMembers(
      received.map((request) => request.url),
      ["eip155%3A1", "solana%3A5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp", "eip155%3A7"].map(
        (chain) => `/v1/?chainId=${chain}&projectId=abc`,
      ),
    )
    // A media type that needs no CORS preflight.
    assert.strictEqual(received[0]?.headers["content-type"], "text/plain")
    assert.notProperty(received[0]?.headers ?? {}, "traceparent")
  })

  it.effect("are tried in order: the site's own, the provider's, the chain's", function* () {
    const { url, received } = yield* loopback((request, response, at) =>
      request.url.startsWith("/chain") ? echo(request, response, at) : reply(response, "", 500),
    )
    const headers = { "X-Key": "k", "Content-Type": "application/json-rpc" }
    const own = [
      { url: `${url}/own`, config: { fetchOptions: { headers } } },
      { url: `${url}/own2`, config: {} },
      { url: `${url}/own3` },
    ]
    const layer = live({
      blockchainHost: url,
      supportedByProvider: (id) => id === "eip155:5",
      customRpcUrls: { "eip155:5": own },
    })
    assert.strictEqual(yield* Effect.provide(ask(networkAt(5, `${url}/chain`), "a", [7]), layer), 7)
    yield* Effect.provide(ask(networkAt(6, `${url}/chain6`), "a", [7]), layer)

    assert.deepStrictEqual(
      received.map((request) => [request.url, request.headers["x-key"], request.headers["content-type"]]),
      [
        ["/own", "k", "application/json-rpc"],
        ["/own2", undefined, "application/json"],
        ["/own3", undefined, "application/json"],
        ["/v1/?chainId=eip155%3A5&projectId=abc", undefined, "text/plain"],
        ["/chain", undefined, "application/json"],
        ["/chain6", undefined, "application/json"],
      ],
    )
  })

  it.effect.each([
    ["rejects the request", 401, ""],
    ["does not know the path", 404, "not found"],
    ["is out of order", 503, ""],
    ["responds with a web page", 200, "<!doctype html><title>Sign in</title>"],
    ["responds with something else", 200, { message: "hello" }],
    ["is over its limit", 200, { jsonrpc: "2.0", id: 1, error: { code: -32005, message: "slow down" } }],
  ] as const)("the next is called at once if one %s", function* ([, status, body]) {
    const bad = yield* loopback((_, response) => reply(response, body, status))
    const good = yield* loopback(echo)

    assert.strictEqual(yield* ask(networkAt(1, bad.url, good.url), "a", [7]), 7)
    assert.lengthOf(bad.received, 1)
  })

  it.effect.each([
    ["calls that one left out of a batch", choosing((calls) => calls.slice(1))],
    ["the reply that has the wrong shape", node(({ params: [at] }) => (at === 1 ? { error: "no" } : { result: at }))],
  ] as const)("the next is called only for %s", function* ([, handle]) {
    const odd = yield* loopback(handle)
    const whole = yield* loopback(echo)

    assert.deepStrictEqual(yield* reads(networkAt(1, odd.url, whole.url), 3), [0, 1, 2])
    assert.deepStrictEqual(sizes(whole.received), [1])
  })

  it.effect("one that failed is not the first to be called next time", function* () {
    const { urls, read } = yield* scripted(({ at }) => (at === 0 ? 500 : { result: at }), "one", "two")
    yield* read()
    yield* read()
    yield* settle

    assert.deepStrictEqual(urls, ["one", "two", "two"])
  })

  it.effect("one that is listed twice is called once", function* () {
    const server = yield* loopback((_, response) => reply(response, "", 404))
    const config = { fetchOptions: { headers: { "x-key": "k" } } }
    const twice = live({ customRpcUrls: { "eip155:1": [{ url: server.url, config }] } })
    yield* Effect.flip(Effect.provide(ask(networkAt(1, server.url, server.url)), twice))

    assert.deepStrictEqual(
      server.received.map(({ headers }) => headers["x-key"]),
      ["k"],
    )
  })

  it.effect("a bundled network without its own node is read through the provider, on any host", function* () {
    const { url, received } = yield* loopback(echo)
    yield* all([ask(solana), ask(networkAt(7, `${url}/v1`))]).pipe(Effect.provide(live({ blockchainHost: `${url}//` })))

    assert.sameMembers(
      received.map((request) => request.url),
      ["/v1/?chainId=solana%3A5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp&projectId=abc", "/v1/?chainId=eip155%3A7&projectId=abc"],
    )
  })

  it.effect("that cannot be used fail with an unknown error", function* () {
    assert.instanceOf(yield* Effect.flip(ask(networkAt(1, "wss://127.0.0.1/?https:"))), UnknownFailure)
  })
})

const limited = () => new Response("", { status: 429, headers: { "retry-after": "5" } })
const ok = { result: "0x1" }
const busy = { code: -32603, message: "busy" }

describe("retrying", () => {
  it.effect("RPC transport: retryCount 3", function* () {
    const { at, read } = yield* scripted(() => 500)

    assert.strictEqual((yield* within(5_000, Effect.flip(read()))).message, "HTTP status code: 500")
    assert.lengthOf(at, 4)

    // A batch has as many, whatever fails.
    for (const reply of [() => 500, () => Response.json({ jsonrpc: "2.0", error: busy })]) {
      const batch = yield* scripted(reply)
      yield* within(5_000, Effect.exit(batch.through(reads(batch.network, 3))))
      assert.lengthOf(batch.at, 4)
    }
  })

  it.effect("RPC transport: timeout 10000 ms, of every attempt", function* () {
    const { at, read } = yield* scripted(() => never)

    yield* within(41_050, Effect.flip(read()))
    assert.deepStrictEqual(at, [0, 10_150, 20_450, 31_050])
  })

  it.effect("RPC transport: timeout 10000 ms, also of a response that does not end", function* () {
    const { at, read } = yield* scripted((asked) => (asked.at === 0 ? new Response(new ReadableStream()) : ok))

    assert.strictEqual(yield* within(10_150, read()), "0x1")
    assert.deepStrictEqual(at, [0, 10_150])
  })

  const scripts: readonly (readonly [title: string, script: Script, at: readonly number[]])[] = [
    [
      "RPC transport: retry delay 150 ms with exponential backoff",
      ({ at }) => (at < 3 ? 500 : ok),
      [0, 150, 450, 1_050],
    ],
    ["RPC transport: timeout 10000 ms", ({ at }) => (at === 0 ? never : ok), [0, 10_150]],
    ["leaves a node alone for as long as its Retry-After says", ({ at }) => (at === 0 ? limited() : ok), [0, 5_000]],
  ]
  it.effect.each(scripts)("%s", function* ([, script, times]) {
    const { at, read } = yield* scripted(script)

    assert.strictEqual(yield* within(times.at(-1) ?? 0, read()), "0x1")
    assert.deepStrictEqual(at, times)
  })

  it.effect("RPC transport: retry on status 403, 408, 413, 429, 500, 502, 503, 504", function* () {
    for (const status of [403, 408, 413, 429, 500, 502, 503, 504, 400, 401, 404, 405, 501]) {
      const { at, read } = yield* scripted(() => status)
      const error = yield* within(1_050, Effect.flip(read()))

      assert.deepInclude(error, { _tag: "HttpStatus", status })
      const times = [400, 401, 404, 405, 501].includes(status) ? 1 : 4
      assert.lengthOf(at, times, `${status}`)

      // A batch is divided instead if it is too large.
      if (status === 413) continue
      const batch = yield* scripted(() => status)
      yield* within(1_050, Effect.exit(batch.through(reads(batch.network, 2))))
      assert.lengthOf(batch.at, times, `${status} to a batch`)
    }
  })

  it.effect.each([
    [4, -1],
    [4, -32005],
    [4, -32603],
    [4, 429],
    [1, -32601],
    [1, -32000],
    [1, 3],
  ] as const)("makes %i attempts if the node's error has code %i", function* ([times, code]) {
    const { at, read } = yield* scripted(() => ({ error: { code, message: "no" } }))

    assert.propertyVal(yield* within(1_050, Effect.flip(read())), "code", code)
    assert.lengthOf(at, times)
  })

  it.effect("repeats only the call that needs it, and the others return at once", function* () {
    const asked: unknown[] = []
    const { at, read } = yield* scripted(({ calls }) => {
      asked.push(calls.map(({ params }) => params[0]))
      return Response.json(
        calls.map(({ id, params: [sent] }) => (sent === 1 ? { id, error: busy } : { id, result: sent })),
      )
    })
    const [late, ...early] = yield* Effect.forEach([1, 0, 2], (sent) =>
      Effect.forkChild(Effect.exit(read("a", [sent]))),
    )
    yield* settle

    assert.deepStrictEqual(yield* Effect.forEach(early, Fiber.join), [Exit.succeed(0), Exit.succeed(2)])
    assert.isUndefined(late?.pollUnsafe())
    yield* pass(1_050)
    assert.deepStrictEqual(at, [0, 150, 450, 1_050])
    assert.deepStrictEqual(asked, [[1, 0, 2], [1], [1], [1]])
    assert.isTrue(late && Exit.isFailure(yield* Fiber.join(late)))
  })

  it.effect("stops as soon as another attempt would not help", function* () {
    const { at, read } = yield* scripted((asked) => (asked.at === 0 ? 500 : new Response("<html>")))

    assert.propertyVal(yield* within(2_000, Effect.flip(read())), "_tag", "AnswerInvalid")
    assert.deepStrictEqual(at, [0, 150])
  })

  it.effect("calls the other nodes in the meantime", function* () {
    const { urls, read } = yield* scripted(({ at }) => [limited(), { result: at }, 404][at] ?? 500, "one", "two")
    assert.strictEqual(yield* read(), 1)

    assert.propertyVal(yield* Effect.flip(read()), "status", 404)
    assert.deepStrictEqual(urls, ["one", "two", "two"])
  })
})

describe("ranking", () => {
  const pings = ([call]: readonly ReceivedCall[]) => call?.method === "eth_chainId"

  it.effect("does not ping a node that asked to be left alone", function* () {
    const pinged: string[] = []
    const { read } = yield* scripted(
      ({ at, calls, host }) => {
        if (pings(calls)) pinged.push(host)
        return at === 0 ? limited() : ok
      },
      "one",
      "two",
    )
    yield* read("eth_blockNumber")
    yield* pass(4_000)
    yield* read("eth_blockNumber")
    yield* settle

    assert.deepStrictEqual(pinged, ["two"])
  })

  it.effect.each([
    ["eth_chainId", mainnet],
    ["getHealth", solana],
    ["getblockcount", bitcoin],
  ] as const)("pings with the cheap call %s", function* ([method, network]) {
    const asked: (string | undefined)[] = []
    const { network: simulated, through } = yield* scripted(
      ({ calls: [call] }) => {
        asked.push(call?.method)
        return ok
      },
      "one",
      "two",
    )
    const read = through(ask({ ...network, rpcUrls: simulated.rpcUrls }, "read"))
    yield* read
    yield* pass(4_000)
    yield* read
    yield* settle

    assert.sameMembers(asked, ["read", "read", method, method])
  })

  it.effect("RPC transport: fallback ping interval 4000 ms", function* () {
    let pinged = 0
    const { at, read } = yield* scripted(
      ({ calls }) => {
        if (pings(calls)) pinged++
        return ok
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
      yield* read("eth_blockNumber")
      yield* settle
      assert.strictEqual(pinged, rounds * 2, `at ${at.at(-1)} ms`)
    }

    yield* pass(20_000)
    assert.strictEqual(pinged, 4, "no reads, no pings")
  })

  /** Which of two nodes serves each of `count` reads, 4 s apart, depending on their pings. */
  const serving = Effect.fnUntraced(function* (pinged: (host: string) => Promise<Response | undefined> | undefined) {
    const { read } = yield* scripted(
      async ({ calls, host }) => (pings(calls) && (await pinged(host))) || { result: host },
      "one",
      "two",
    )
    return (count: number) => Effect.forEach(range(count), () => Effect.andThen(pass(4_000), read("eth_blockNumber")))
  })

  it.effect("moves a node whose pings are slow or fail behind the others until it recovers", function* () {
    let well = false
    const pinged: string[] = []
    const served = yield* serving((host) => {
      pinged.push(host)
      return host === "one" && !well ? never : undefined
    })

    assert.deepStrictEqual(yield* served(2), ["one", "one"], "the first ping is still under way")
    yield* settle
    assert.deepStrictEqual(pinged, ["one", "two"])
    assert.deepStrictEqual(yield* served(1), ["two"])
    well = true
    assert.strictEqual((yield* served(13)).at(-1), "one")
  })

  it.effect("moves a node whose pings fail at once behind the others", function* () {
    const served = yield* serving(async (host) => (host === "one" ? new Response("<html>") : undefined))

    assert.deepStrictEqual(yield* served(3), ["one", "one", "two"])
  })

  it.effect.each([
    ["one", 50],
    ["two", 300],
  ] as const)("calls %s first if the pings of one take %i ms longer than those of two", function* ([first, ms]) {
    const now = yield* clockOf
    const served = yield* serving(async (host) => {
      const until = host === "one" ? now() + ms : 0
      while (now() < until) await new Promise((resolve) => setImmediate(resolve))
      return undefined
    })

    assert.strictEqual((yield* served(5)).at(-1), first)
  })
})

describe("interruption", () => {
  const forked = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.forkChild(Effect.exit(effect))
  const silent = nodeAt(() => undefined)

  it.effect("aborts a request only when the last of its callers is interrupted", function* () {
    const { network, received } = yield* silent
    const first = yield* forked(ask(network))
    const second = yield* forked(ask(network))
    // Fails at once, so nothing waits for it.
    yield* forked(ask(network, "a", [1n]))
    yield* eventually(() => received.length === 1)

    yield* Fiber.interrupt(first)
    yield* settle
    assert.isFalse(received[0]?.aborted)
    yield* Fiber.interrupt(second)
    yield* eventually(() => received[0]?.aborted === true)
  })

  it.effect("returns the results of the other callers when one is interrupted", function* () {
    const waiting: (() => void)[] = []
    const { network } = yield* nodeAt((request, response, at) => waiting.push(() => echo(request, response, at)))
    const first = yield* forked(ask(network, "a", [1]))
    const second = yield* forked(ask(network, "a", [2]))
    yield* eventually(() => waiting.length === 1)
    yield* Fiber.interrupt(first)
    waiting[0]?.()

    assert.deepStrictEqual(yield* Fiber.join(second), Exit.succeed(2))
  })

  it.effect("does not retry for an interrupted caller", function* () {
    const carried: number[] = []
    const { at, read } = yield* scripted(({ calls }) => {
      carried.push(calls.length)
      return Response.json(
        calls.map(({ id, params: [sent] }) => (sent === 0 ? { id, result: 0 } : { id, error: busy })),
      )
    })
    const [, second, third] = yield* Effect.forEach(range(3), (sent) => forked(read("a", [sent])))
    yield* pass(150)
    if (second) yield* Fiber.interrupt(second)
    yield* pass(300)
    if (third) yield* Fiber.interrupt(third)
    yield* pass(2_000)

    assert.deepStrictEqual(at, [0, 150, 450])
    assert.deepStrictEqual(carried, [3, 2, 1])
  })

  it.effect(
    "aborts further attempts of a call when its caller is interrupted, even after its batch got a response",
    function* () {
      const aborts: (AbortSignal | null | undefined)[] = []
      const { read } = yield* scripted(({ at, calls: [first, second], signal }) => {
        aborts.push(signal)
        return at === 0
          ? Response.json([
              { id: first?.id, result: 1 },
              { id: second?.id, error: busy },
            ])
          : never
      })
      const answered = yield* forked(read())
      const waiting = yield* forked(read())
      yield* pass(150)
      assert.deepStrictEqual(yield* ended(answered), Exit.succeed(1))
      assert.isFalse(aborts[1]?.aborted)
      yield* Fiber.interrupt(waiting)
      yield* settle

      assert.isTrue(aborts[1]?.aborted)
    },
  )

  it.effect("drops a caller who is interrupted during the request", function* () {
    const asked: Asked[] = []
    let answer = (_: Response) => {}
    const { read } = yield* scripted((request) => {
      asked.push(request)
      return new Promise((resolve) => {
        answer = resolve
      })
    })
    const [first, second] = [yield* forked(read()), yield* forked(read())]
    yield* forked(read())
    yield* settle
    yield* Fiber.interrupt(first)
    const [gone, ...others] = asked[0]?.calls ?? []
    answer(Response.json([{ id: gone?.id, result: 1 }, ...others.map(({ id }) => ({ id, error: busy }))]))
    yield* pass(200)
    yield* Fiber.interrupt(second)
    yield* settle

    assert.deepStrictEqual(
      asked.map(({ calls }) => calls.length),
      [3, 2],
    )
    assert.isFalse(asked[1]?.signal?.aborted)
  })

  it.effect("makes no request for a caller who is interrupted in the same tick", function* () {
    const { network, received } = yield* nodeAt(echo)
    const first = yield* Effect.forkChild(ask(network, "a", [1]), { startImmediately: true })
    const second = yield* Effect.forkChild(ask(network, "a", [2]), { startImmediately: true })
    yield* Fiber.interrupt(first)

    assert.strictEqual(yield* Fiber.join(second), 2)
    assert.deepStrictEqual(sizes(received), [1])
  })

  it.effect("ends every request when the layer's scope closes", function* () {
    const { network, received } = yield* silent
    const scope = yield* Scope.make()
    const context = yield* Layer.buildWithScope(live(), scope)
    const fiber = yield* Effect.forkChild(Effect.provideContext(ask(network), context))
    yield* eventually(() => received.length === 1)
    yield* Scope.close(scope, Exit.void)

    assert.isTrue(Exit.hasInterrupts(yield* Fiber.await(fiber)))
    yield* eventually(() => received[0]?.aborted === true)
  })
})
