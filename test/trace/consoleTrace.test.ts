import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { TestClock } from "effect/testing"
import { demo, withoutPage } from "../../layers/demo.ts"
import { layer as rpcHttp } from "../../layers/rpc/http.ts"
import { Chains } from "../../services/Chains.ts"
import { connectExternal } from "../../src/connect/flows/connectExternal.ts"
import { ConnectionRejected } from "../../src/errors/index.ts"
import { openModal } from "../../src/navigation/opening/flows.ts"
import { base, mainnet } from "../../src/options/networks.ts"
import { createModal } from "../../src/stub/createModal.ts"
import { consoleTrace } from "../../src/trace/consoleTrace.ts"
import { modal, started } from "../fixtures/modal.ts"
import { eventually } from "../fixtures/server.ts"
import { pass } from "../fixtures/time.ts"
import { withFetch } from "../layers/chains/nodes.ts"
import { secrets } from "../secrets.ts"

const halyard = "example.halyard"
const vitalik = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"

/** A tracer and its output: one text per line, and one per tree. */
const traced = () => {
  const lines: string[] = []
  const trees: string[] = []
  const print = {
    line: (text: string) => void lines.push(text),
    tree: (head: string, rest: readonly string[]) => void trees.push([head, ...rest].join("\n")),
  }
  return { lines, trees, tracer: consoleTrace({ print }) }
}

describe("consoleTrace", () => {
  it.effect(
    "prints one line per request and one tree per flow, with durations and error tags: a rejected connect",
    () => {
      const { lines, trees, tracer } = traced()
      const script = { wallets: { [halyard]: { connect: "reject", delay: 1_250 } } } as const
      return Effect.gen(function* () {
        yield* started
        yield* openModal()
        // Loads the adapter in advance, since its loading time varies.
        yield* (yield* Chains).get("eip155")
        lines.length = trees.length = 0
        const flow = yield* Effect.forkChild(connectExternal(halyard))
        yield* pass(1_250)
        yield* Fiber.join(flow)

        assert.deepStrictEqual(lines, [
          "portico evm.connect › wallet eth_requestAccounts  1.25 s  UserRejectedRequestError 4001",
        ])
        assert.deepStrictEqual(trees, [
          `portico connectExternal  1.25 s  handled ConnectionRejected < UserRejectedRequestError 4001
  connect  1.25 s  ConnectionRejected < UserRejectedRequestError 4001
    announced  0 ms  ok
    connectWith  1.25 s  ConnectionRejected < UserRejectedRequestError 4001
      evm.connect  1.25 s  ConnectionRejected < UserRejectedRequestError 4001
        wallet eth_requestAccounts  1.25 s  UserRejectedRequestError 4001`,
        ])
      }).pipe(Effect.scoped, Effect.provide(modal(script, { layers: { tracer } })))
    },
  )

  it.effect("shows each attempt of a balance read that fails with 503 and is retried", () => {
    const { lines, trees, tracer } = traced()
    const rpc = rpcHttp({
      projectId: "a-project",
      blockchainHost: "https://rpc.example",
      customRpcUrls: { "eip155:1": [{ url: "https://node.example/v3/0123456789abcdef0123456789abcdef" }] },
    })
    const network = { ...mainnet, rpcUrls: { default: { http: [] } } }
    return Effect.gen(function* () {
      const chain = yield* (yield* Chains).get("eip155")
      const read = yield* Effect.forkChild(Effect.flip(chain.balance({ network, address: vitalik })))
      // Loads the reader in advance, since its loading time varies.
      yield* eventually(() => lines.length > 0)
      yield* pass(1_050)
      yield* Fiber.join(read)
      yield* eventually(() => trees.length > 0)

      const round = [
        "portico rpc eip155:1 eth_getBalance › POST https://node.example/v3/…  0 ms  HttpStatus 503",
        "portico rpc eip155:1 eth_getBalance › POST https://rpc.example/v1/  0 ms  HttpStatus 503",
      ]
      assert.deepStrictEqual(lines, [...round, ...round, ...round, ...round])
      const post = [
        "    POST https://node.example/v3/…  0 ms  HttpStatus 503",
        "    POST https://rpc.example/v1/  0 ms  HttpStatus 503",
      ]
      assert.deepStrictEqual(trees, [
        [
          "portico evm.balance  1.05 s  HttpStatus 503",
          "  rpc eip155:1 eth_getBalance  1.05 s  handled HttpStatus 503",
          ...[...post, ...post, ...post, ...post],
        ].join("\n"),
      ])
    }).pipe(
      withFetch(async () => new Response("", { status: 503 })),
      Effect.scoped,
      Effect.provide(modal({}, { layers: { tracer, rpc } })),
    )
  })

  it.effect("traces a modal that has it as a layer", () => {
    const { trees, tracer } = traced()
    return Effect.promise(async () => {
      const site = createModal({
        id: "traced",
        projectId: "a-project",
        networks: [mainnet, base],
        layers: { ...withoutPage(), ...demo(), tracer },
      })
      await site.switchNetwork({ network: "eip155:8453" })
      await site.destroy()

      const [tree = ""] = trees.filter((text) => text.startsWith("portico switchNetwork "))
      assert.match(tree, /^portico switchNetwork {2}\d+ ms {2}ok\n {2}networkChosen {2}\d+ ms {2}ok$/)
    })
  })

  it.effect("marks a span that still runs when its flow ends, and shows later spans as flows of their own", () => {
    const { lines, trees, tracer } = traced()
    return Effect.gen(function* () {
      const asking = Effect.sleep("2 seconds").pipe(
        Effect.withSpan("wallet personal_sign", { kind: "client" }),
        Effect.andThen(Effect.withSpan(Effect.void, "after")),
      )
      yield* Effect.withSpan(Effect.forkDetach(asking, { startImmediately: true }), "leave")
      yield* eventually(() => trees.length > 0)
      yield* TestClock.adjust("2 seconds")

      assert.deepStrictEqual(trees, [
        "portico leave  0 ms  ok\n  wallet personal_sign  still running",
        "portico after  0 ms  ok",
      ])
      assert.deepStrictEqual(lines, ["portico leave › wallet personal_sign  2.00 s  ok"])
    }).pipe(Effect.provide(tracer))
  })

  it.effect("reports that something was interrupted", () => {
    const { trees, tracer } = traced()
    return Effect.gen(function* () {
      const fiber = yield* Effect.forkChild(Effect.withSpan(Effect.never, "wait"), { startImmediately: true })
      yield* TestClock.adjust("40 millis")
      yield* Fiber.interrupt(fiber)

      assert.deepStrictEqual(trees, ["portico wait  40 ms  interrupted"])
    }).pipe(Effect.provide(tracer))
  })

  it.effect("prints the message of a bug, which has no tag", () => {
    const { trees, tracer } = traced()
    return Effect.gen(function* () {
      const bug = new TypeError("Cannot read properties of undefined (reading 'x')\n  at home")
      yield* Effect.exit(Effect.withSpan(Effect.die(bug), "slip"))
      yield* Effect.exit(Effect.withSpan(Effect.fail("no error"), "text"))

      assert.deepStrictEqual(trees, [
        "portico slip  0 ms  TypeError: Cannot read properties of undefined (reading 'x')",
        "portico text  0 ms  string",
      ])
    }).pipe(Effect.provide(tracer))
  })

  it.effect("keeps the first 500 spans of a longer flow", () => {
    const { trees, tracer } = traced()
    return Effect.gen(function* () {
      const step = Effect.withSpan(Effect.void, "step")
      yield* Effect.withSpan(
        Effect.forEach(Array.from({ length: 510 }), () => step),
        "walk",
      )

      const all = trees[0]?.split("\n") ?? []
      assert.lengthOf(all, 502)
      assert.strictEqual(all.at(-1), "  and 10 more")
    }).pipe(Effect.provide(tracer))
  })

  it.effect("does not break anything if printing fails", () => {
    const fail = () => {
      throw new Error("no console")
    }
    return Effect.gen(function* () {
      assert.strictEqual(yield* Effect.withSpan(Effect.succeed(1), "one", { kind: "client" }), 1)
      assert.strictEqual(yield* Effect.withSpan(Effect.succeed(2), "two"), 2)
    }).pipe(Effect.provide(consoleTrace({ print: { line: fail, tree: fail } })))
  })

  it.effect("prints to the console, with one group per flow", () => {
    const { debug, groupCollapsed, groupEnd } = console
    const said: string[] = []
    Object.assign(console, {
      debug: (text: string) => said.push(text),
      groupCollapsed: (text: string) => said.push(`> ${text}`),
      groupEnd: () => said.push("<"),
    })
    return Effect.withSpan(Effect.withSpan(Effect.void, "GET", { kind: "client" }), "read").pipe(
      Effect.provide(consoleTrace()),
      Effect.andThen(
        Effect.sync(() =>
          assert.deepStrictEqual(said, [
            "portico read › GET  0 ms  ok",
            "> portico read  0 ms  ok",
            "  GET  0 ms  ok",
            "<",
          ]),
        ),
      ),
      Effect.ensuring(Effect.sync(() => Object.assign(console, { debug, groupCollapsed, groupEnd }))),
    )
  })
})

describe("the output of consoleTrace", () => {
  const places: readonly (readonly [where: string, place: (secret: string) => Effect.Effect<unknown, unknown>])[] = [
    ["a path", (secret) => get(`https://api.example/v1/account/${encodeURIComponent(secret)}/balance`)],
    ["a query", (secret) => get(`https://api.example/v1/?page=1&of=${encodeURIComponent(secret)}&st=a`)],
    ["a query in a query", (secret) => get(`https://a.example/?to=${twice(`https://b.example/?of=${twice(secret)}`)}`)],
    ["an unencoded URL", (secret) => get(`wss://relay.example/${secret}`)],
    ["an invalid URL", (secret) => get(secret)],
    ["an attribute", (secret) => Effect.withSpan(Effect.void, "site", { attributes: { from: secret } })],
    ["an attribute's name", (secret) => Effect.withSpan(Effect.void, "site", { attributes: { [secret]: 1 } })],
    ["a network", (secret) => Effect.withSpan(Effect.void, "rpc", { attributes: { network: `eip155:1:${secret}` } })],
    ["a span's name", (secret) => Effect.withSpan(Effect.void, `wallet ${secret}`, { kind: "client" })],
    ["a failure", (secret) => failing(new Error(`Could not send ${secret}. Try again`))],
    ["a failure with a URL", (secret) => failing(new Error(`GET https://a.example/${secret}?of=${secret} failed`))],
    ["JSON in a failure", (secret) => failing(new Error(JSON.stringify({ params: [{ from: secret }] })))],
    ["a cause", (secret) => failing(new ConnectionRejected({ cause: new Error(secret) }))],
    ["a code", (secret) => failing({ _tag: "Foreign", code: secret })],
    ["a tag", (secret) => failing({ _tag: `Foreign ${secret}` })],
    ["a thrown string", (secret) => failing(secret)],
  ]

  it.effect.each(places)("contains no project ID, address, email, signature or pairing URI: %s", ([, place]) => {
    const { lines, trees, tracer } = traced()
    return Effect.gen(function* () {
      for (const { kind, secret } of secrets(60)) {
        lines.length = trees.length = 0
        yield* Effect.exit(Effect.withSpan(place(secret), "flow"))

        const printed = [...lines, ...trees].join("\n")
        assert.include(printed, "portico ", kind)
        for (const spelled of [secret, encodeURIComponent(secret), twice(secret)])
          assert.notInclude(printed.toLowerCase(), spelled.toLowerCase(), kind)
        // Nor any part that reveals it.
        for (let at = 0; at + 12 <= secret.length; at++) assert.notInclude(printed, secret.slice(at, at + 12), kind)
      }
    }).pipe(Effect.provide(tracer))
  })

  const hidden: readonly (readonly [what: string, effect: Effect.Effect<unknown, unknown>])[] = [
    ["a project ID of any spelling", get("https://api.example/getWallets?projectId=plum-tree&page=1")],
    ["a pairing URI of any length", get("wc:plum@2?symKey=tree")],
    ["a pairing URI in a deep link", get("https://wallet.example/wc?to=wc%253Aplum%25402%253FsymKey%253Dtree")],
    ["a short node key", get("https://node.example/v2/plum-tree_0123456789")],
    ["credentials", get("https://plum:tree@node.example/")],
    ["a fragment", get("https://site.example/page#plum-tree")],
    ["a wallet search", get("https://api.example/getWallets?search=plum-tree")],
    ["a message", Effect.withSpan(Effect.void, "sign", { attributes: { message: "plum-tree" } })],
    ["a text of several words", Effect.withSpan(Effect.void, "sign", { attributes: { of: "a plum-tree" } })],
    ["an object", Effect.withSpan(Effect.void, "sign", { attributes: { of: { a: "plum-tree" } } })],
    ["a message quoted in an error", failing(new Error('Rejected "I agree to the plum-tree", and "more'))],
    ["an unterminated quote", failing(new Error('Rejected "I agree to the plum-tree'))],
    ["a wallet's message", failing(Object.assign(new Error("plum-tree"), { _tag: "Foreign", code: 4001 }))],
  ]

  it.effect.each(hidden)("does not contain %s", ([, effect]) => {
    const { lines, trees, tracer } = traced()
    return Effect.gen(function* () {
      yield* Effect.exit(Effect.withSpan(effect, "flow"))

      assert.lengthOf(trees, 1)
      assert.notMatch([...lines, ...trees].join("\n"), /plum|tree/)
    }).pipe(Effect.provide(tracer))
  })

  const kept: readonly (readonly [url: string, shown: string])[] = [
    [
      "https://api.example/getWallets?page=2&entries=40&projectId=abc&st=appkit&sv=html-core-1.7.8&platform=ios",
      "https://api.example/getWallets",
    ],
    [
      `https://rpc.example/v1/account/${vitalik}/balance?currency=usd&chainId=eip155%3A1`,
      "https://rpc.example/v1/account/…/balance",
    ],
    ["http://127.0.0.1:8545/", "http://127.0.0.1:8545/"],
    ["metamask://wc?uri=wc%3Aabc%402%3FsymKey%3Dff", "metamask://wc"],
  ]

  it.effect.each(kept)("keeps what a developer looks for: %s", ([url, shown]) => {
    const { lines, tracer } = traced()
    return Effect.gen(function* () {
      yield* get(url)

      assert.deepStrictEqual(lines, [`portico GET ${shown}  0 ms  ok`])
    }).pipe(Effect.provide(tracer))
  })
})

const get = (url: string) => Effect.withSpan(Effect.void, "GET", { kind: "client", attributes: { url } })

const failing = (error: unknown) => Effect.withSpan(Effect.fail(error), "wallet personal_sign", { kind: "client" })

const twice = (text: string) => encodeURIComponent(encodeURIComponent(text))
