import { mkdirSync, writeFileSync } from "node:fs"
import { resolve } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type { Script } from "../../layers/demo.ts"
import { fetchBalances } from "../../src/balances/operations.ts"
import { connectExternal } from "../../src/connect/flows/connectExternal.ts"
import { connect } from "../../src/connect/operations.ts"
import { connecting } from "../../src/connections/first-paint/state.ts"
import { ConnectionRejected, HttpStatus, InvalidInput } from "../../src/errors/index.ts"
import type { Route } from "../../src/navigation/first-paint/model/routes.ts"
import { openModal } from "../../src/navigation/opening/flows.ts"
import { slicesOf } from "../../src/runtime/currentModal.ts"
import type { Needs } from "../../src/runtime/flow.ts"
import { push } from "../../src/runtime/router.ts"
import { quoteSwap } from "../../src/swap/operations.ts"
import { testOf } from "../../src/trace/testOf.ts"
import { type Note, readRecording, recorder, replay } from "../../src/trace.ts"
import { connectRelay } from "../../src/walletConnect/operations.ts"
import { halyard, instanceOf, modal, rest, started } from "../fixtures/modal.ts"
import { secrets } from "../secrets.ts"

/** An action of the visitor: the tag of the error if it failed. */
type Act = Effect.Effect<string | undefined, unknown, Needs>

/** Runs an action in a world with a recorder. */
const played = (script: Script, act: Act) => {
  const tape = recorder()
  const instance = instanceOf()
  const stop = tape.follow({ state: instance.core })
  return Effect.gen(function* () {
    yield* started
    const tag = yield* act
    yield* rest
    const view = instance.core.route.peek()?.name
    stop()
    return { tag, view, document: JSON.stringify(tape.export()) }
  }).pipe(Effect.scoped, Effect.provide(modal(script, { instance, layers: { tracer: tape.tracer } })))
}

const tagOf = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.match(effect, { onFailure: ({ _tag }): string | undefined => _tag, onSuccess: () => undefined })

const at = (route: Route) => Effect.andThen(openModal(), push(route))

const folder = "test-results/recorded"

/** Runs the test of a file. */
const run = async (file: string) => {
  mkdirSync(folder, { recursive: true })
  const path = resolve(folder, `${file.length}.ts`)
  const imports = file
    .replace(
      'import { test } from "vitest"',
      "export let run: () => Promise<void>\nconst test = (_: string, body: typeof run) => void (run = body)",
    )
    .replace('"portico/testing"', JSON.stringify(resolve("src/testing/index.ts")))
    .replace('"portico"', JSON.stringify(resolve("src/index.ts")))
  writeFileSync(path, imports)
  await (await import(path)).run()
}

describe("a recording", () => {
  const flows: readonly (readonly [title: string, script: Script, act: Act, tag: string, view: string])[] = [
    [
      "balances that the service rejects",
      { faults: { balance: { status: 500 } } },
      Effect.gen(function* () {
        yield* connect({ wallet: halyard })
        yield* openModal()
        return yield* tagOf(fetchBalances())
      }),
      "BalancesFailed",
      "Account",
    ],
    [
      "a wallet that rejects",
      { wallets: { [halyard]: "reject" } },
      Effect.gen(function* () {
        yield* at({ name: "ConnectingExternal", connector: halyard })
        yield* connectExternal(halyard)
        const progress = (yield* slicesOf(connecting)).progress.peek()
        return progress.status === "failed" ? (progress.error as { _tag?: string })._tag : undefined
      }),
      "ConnectionRejected",
      "ConnectingExternal",
    ],
    [
      "an unreachable relay",
      { faults: { relay: { offline: true } } },
      Effect.gen(function* () {
        yield* at({ name: "ConnectingWalletConnect" })
        return yield* tagOf(connectRelay({}))
      }),
      "ConnectFailed",
      "ConnectingWalletConnect",
    ],
    [
      "a swap without a quote",
      { faults: { swapQuotes: { status: 503 } } },
      Effect.gen(function* () {
        yield* connect({ wallet: halyard })
        yield* at({ name: "Swap" })
        return yield* tagOf(quoteSwap({ fromToken: "ETH", toToken: "USDC", amount: "0.1" }))
      }),
      "SwapFailed",
      "Swap",
    ],
  ]

  it.live.each(flows)("replays a failure, with the same error in the same view: %s", ([, script, act, tag, view]) =>
    Effect.gen(function* () {
      const first = yield* played({ tick: 0, ...script }, act)
      assert.deepStrictEqual([first.tag, first.view], [tag, view])

      const told = replay(first.document)
      assert.strictEqual(told.open, view)
      assert.include(told.steps, view)
      assert.deepStrictEqual(told.options.networks, ["eip155:1", "eip155:8453", "eip155:137"])
      const plain: Script = JSON.parse(JSON.stringify(told.script))
      const again = yield* played({ tick: 0, ...plain }, act)
      assert.deepStrictEqual([again.tag, again.view], [tag, view])

      const failure = yield* Effect.flip(
        Effect.tryPromise({ try: () => run(testOf(first.document)), catch: (error) => error }),
      )
      assert.deepInclude(failure, { _tag: tag })

      // Without the script, nothing would fail.
      const well = yield* played({ tick: 0, relay: { connect: "approve" } }, act)
      assert.strictEqual(well.tag, undefined)
    }),
  )

  const answers: readonly (readonly [title: string, notes: readonly object[], script: object])[] = [
    ["nothing", [], {}],
    [
      "what succeeded",
      [request("api wallets"), request("wallet eth_requestAccounts")],
      { wallets: { "*": { connect: "approve" } } },
    ],
    [
      "a pending prompt",
      [request("wallet personal_sign", { outcome: "interrupted" })],
      { wallets: { "*": { sign: "hang" } } },
    ],
    [
      "a prompt that was open already",
      [failed("wallet eth_requestAccounts", { tag: "RpcError", code: -32_002 })],
      { wallets: { "*": { connect: "pending" } } },
    ],
    [
      "the last response to each prompt",
      [
        failed("wallet eth_sendTransaction", { tag: "X", code: 4001 }),
        request("wallet eth_sendTransaction"),
        failed("wallet wallet_switchEthereumChain", { tag: "X", code: 4001 }),
      ],
      { wallets: { "*": { send: "approve", switch: "reject" } } },
    ],
    [
      "a phone that rejects",
      [failed("Relay.connect", { tag: "ConnectionRejected" })],
      { relay: { connect: "reject" } },
    ],
    [
      "a phone that does not respond",
      [request("Relay.connect", { outcome: "interrupted" })],
      { relay: { connect: "hang" } },
    ],
    [
      "a frame that cannot be loaded",
      [failed("Frame.request", { tag: "FrameLoadFailed" }, { method: "CONNECT_EMAIL" })],
      { faults: { CONNECT_EMAIL: { offline: true } } },
    ],
    [
      "a node that is down for one method",
      [failed("rpc", { tag: "HttpStatus", code: 503 }, { method: "eth_call", network: "eip155:1" })],
      { faults: { eth_call: { status: 503 } } },
    ],
    ["no fault if the chain rejected it", [failed("rpc", { tag: "RpcError", code: 3 }, { method: "eth_call" })], {}],
    [
      "a service that recovered",
      [
        failed("api balance", { tag: "HttpStatus", code: 429 }),
        failed("api balance", { tag: "HttpStatus", code: 503 }),
        request("api balance"),
      ],
      { faults: { balance: { status: 503, times: 2 } } },
    ],
    [
      "an invalid response",
      [failed("api balance", { tag: "AnswerInvalid" })],
      { faults: { balance: { body: "truncated" } } },
    ],
    [
      "a response that is too large",
      [failed("api balance", { tag: "AnswerTooLarge" })],
      { faults: { balance: { body: "huge" } } },
    ],
    [
      "a node's invalid response",
      [failed("rpc", { tag: "AnswerInvalid" }, { method: "eth_call", network: "eip155:1" })],
      { faults: { eth_call: { body: "truncated" } } },
    ],
    [
      "a frame's invalid response",
      [failed("Frame.request", { tag: "AnswerInvalid" }, { method: "CONNECT_EMAIL" })],
      { faults: { CONNECT_EMAIL: { status: 502 } } },
    ],
    ["a slow service", [request("api history", { took: 4_200 })], { faults: { history: { delay: 4_200 } } }],
    [
      "a service that does not respond",
      [{ is: "request", at: 1, name: "api history", outcome: "running" }],
      { faults: { history: { delay: 600_000 } } },
    ],
  ]

  it.each(answers)("becomes a script of the demo: %s", (_, notes, script) => {
    assert.deepStrictEqual(replay({ version: 1, networks: [], dropped: 0, notes }).script, script)
  })

  it("is opened at its last failure, or at the last view if nothing failed", () => {
    const view = (name: string | null) => ({ is: "view", at: 0, name })
    const opened = (...notes: readonly object[]) => replay({ version: 1, networks: [], dropped: 0, notes }).open

    assert.strictEqual(opened(), undefined)
    assert.strictEqual(opened(view("Connect"), view("Account"), view(null)), "Account")
    assert.strictEqual(opened(view("Swap"), failed("swap", { tag: "X" }, { view: "Swap" }), view("Account")), "Swap")
  })
})

describe("recorder", () => {
  it.live("records flows, requests and views with their durations and the tags of their errors", () =>
    Effect.gen(function* () {
      const act = Effect.gen(function* () {
        yield* at({ name: "ConnectingExternal", connector: halyard })
        yield* connectExternal(halyard)
        return undefined
      })
      const { document } = yield* played({ wallets: { [halyard]: { connect: "reject", delay: 20 } } }, act)
      const { notes } = readRecording(document)
      const found = (name: string) => notes.find((note) => note.name === name)

      assert.deepInclude(found("wallet eth_requestAccounts"), {
        is: "request",
        of: "connectExternal",
        outcome: "failed",
        failures: [{ tag: "UserRejectedRequestError", code: 4001 }],
        view: "ConnectingExternal",
      })
      assert.isNumber((found("wallet eth_requestAccounts") as { took?: number }).took)
      assert.deepInclude(found("connectExternal"), { is: "flow", outcome: "handled" })
      assert.deepInclude(found("api config"), { is: "request", outcome: "ok" })
      assert.deepStrictEqual(
        notes.flatMap((note) => (note.is === "view" ? [note.name] : [])),
        [null, "Connect", "ConnectingExternal"],
      )
      assert.deepInclude(found("eip155"), { is: "namespace", status: "connecting", network: "eip155:1" })
    }),
  )

  it.effect(
    "keeps the newest 2,000 entries and the number of dropped ones, notifies listeners, and clears on request",
    () => {
      const tape = recorder()
      let changes = 0
      const stop = tape.watch(() => {
        changes += 1
      })
      return Effect.gen(function* () {
        yield* Effect.forEach(Array.from({ length: 2_010 }), () => Effect.withSpan(Effect.void, "step"))

        const { notes, dropped } = tape.export()
        assert.deepStrictEqual([notes.length, dropped], [2_000, 10])
        assert.strictEqual(changes, 4_020)
        stop()
        tape.clear()
        assert.deepStrictEqual(tape.export().notes, [])
        assert.strictEqual(changes, 4_020)
      }).pipe(Effect.provide(tape.tracer))
    },
  )

  it.effect("reports what is still running, and what was interrupted", () => {
    const tape = recorder()
    return Effect.gen(function* () {
      const fiber = yield* Effect.forkChild(Effect.withSpan(Effect.never, "wait"), { startImmediately: true })
      assert.deepInclude(tape.notes()[0], { name: "wait", outcome: "running" })
      yield* Fiber.interrupt(fiber)
      assert.deepInclude(tape.notes()[0], { name: "wait", outcome: "interrupted" })
    }).pipe(Effect.provide(tape.tracer))
  })

  it.effect("assigns a request to the endpoint that sent it", () => {
    const tape = recorder()
    return Effect.gen(function* () {
      yield* Effect.withSpan(Effect.withSpan(Effect.void, "GET", { kind: "client" }), "api balance")
      yield* Effect.withSpan(Effect.void, "GET", { kind: "client" })

      assert.deepStrictEqual(
        tape.notes().map(({ is, name }) => [is, name]),
        [
          ["request", "api balance"],
          ["request", "GET"],
        ],
      )
    }).pipe(Effect.provide(tape.tracer))
  })
})

describe("the export of a recorder", () => {
  const span = (name: string, attributes: object = {}) =>
    Effect.withSpan(Effect.void, name, { kind: "client", attributes: { ...attributes } })
  const failing = (error: unknown) => Effect.withSpan(Effect.fail(error), "wallet personal_sign", { kind: "client" })
  const places: readonly (readonly [where: string, place: (secret: string) => Effect.Effect<unknown, unknown>])[] = [
    ["a span's name", (secret) => span(secret)],
    ["a method in a span's name", (secret) => span(`wallet ${secret}`)],
    ["an endpoint's name", (secret) => span(`api ${secret}`)],
    ["a URL", (secret) => span("GET", { url: `https://api.example/${secret}?of=${encodeURIComponent(secret)}` })],
    ["an attribute", (secret) => span("site", { from: secret, [secret]: secret })],
    ["a network", (secret) => span("rpc", { network: secret })],
    ["a network with extra parts", (secret) => span("rpc", { network: `eip155:1:${secret}` })],
    ["a network's reference", (secret) => span("rpc", { network: `solana:${secret}` })],
    ["a method", (secret) => span("rpc", { method: secret })],
    ["a failure's message", (secret) => failing(new Error(secret))],
    [
      "a cause",
      (secret) => failing(new ConnectionRejected({ cause: new HttpStatus(500, { cause: new Error(secret) }) })),
    ],
    ["a cause that is not an error", (secret) => failing(new ConnectionRejected({ cause: secret }))],
    ["a tag", (secret) => failing({ _tag: secret })],
    ["a tag among words", (secret) => failing({ _tag: `Foreign ${secret}` })],
    ["an error's name", (secret) => failing(Object.assign(new Error(""), { name: secret }))],
    ["a code", (secret) => failing({ _tag: "Foreign", code: secret })],
    ["a status", (secret) => failing({ _tag: "Foreign", status: secret })],
    ["a thrown string", (secret) => failing(secret)],
  ]
  /** Personal data besides IDs and the like: names, and messages to sign. */
  const personal = secrets(60).flatMap(({ kind, secret }, at) => [
    { kind, secret },
    { kind: "name", secret: `plum-${at}.eth` },
    { kind: "name of the provider's", secret: `plumtree${at}.reown.id` },
    { kind: "name without digits", secret: "plumtree.eth" },
    { kind: "message", secret: `I agree to pay plum tree no. ${at}` },
  ])

  it.effect.each(places)(
    "contains no project ID, address, email, signature, pairing URI, message or name: %s",
    ([, place]) => {
      const tape = recorder()
      return Effect.gen(function* () {
        for (const { kind, secret } of personal) {
          tape.clear()
          yield* Effect.exit(Effect.withSpan(place(secret), "flow"))

          const text = JSON.stringify(tape.export())
          assert.include(text, '"name":"flow"', kind)
          for (const spelled of [secret, encodeURIComponent(secret)])
            assert.notInclude(text.toLowerCase(), spelled.toLowerCase(), kind)
          for (let from = 0; from + 12 <= secret.length; from++)
            assert.notInclude(text, secret.slice(from, from + 12), kind)
          // The exported text can be decoded.
          assert.deepStrictEqual(readRecording(text), tape.export())
        }
      }).pipe(Effect.provide(tape.tracer))
    },
  )

  it("contains only the name of a route, and no network that identifies its site", () => {
    for (const { kind, secret } of personal) {
      const tape = recorder()
      const { core } = instanceOf()
      const stop = tape.follow({ state: core })
      core.open.value = true
      core.stack.value = [{ name: "EmailVerifyOtp", email: secret }]
      core.stack.value = [{ name: "ConnectingExternal", connector: secret, account: secret }]
      core.stack.value = [{ name: secret as "Account" }]
      core.networks.value = [{ ...core.networks.peek()[0], caipNetworkId: `eip155:${secret}` } as never]
      core.accounts.eip155.value = {
        ...core.accounts.eip155.peek(),
        status: "connected",
        active: secret,
        caipNetworkId: `eip155:${secret}`,
      }
      stop()

      const text = JSON.stringify(tape.export())
      assert.include(text, "EmailVerifyOtp")
      for (let from = 0; from + 12 <= secret.length; from++)
        assert.notInclude(text, secret.slice(from, from + 12), kind)
      assert.deepStrictEqual(readRecording(text), tape.export())
    }
  })
})

describe("an imported recording", () => {
  const good = { version: 1, networks: ["eip155:1"], dropped: 0, notes: [request("api balance")] }
  const bad: readonly (readonly [what: string, document: unknown, path: string])[] = [
    ["no JSON", "{", ""],
    ["no object", [], ""],
    ["null", null, ""],
    ["another version", { ...good, version: 2 }, "version"],
    ["an unknown field", { ...good, projectId: "fernhill" }, "more"],
    ["no notes", { ...good, notes: undefined }, "notes"],
    ["too many entries", { ...good, notes: Array.from({ length: 2_001 }, () => request("step")) }, "notes"],
    ["an invalid network", { ...good, networks: ["0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"] }, "networks.0"],
    ["an entry of an unknown type", { ...good, notes: [{ ...request("x"), is: "secret" }] }, "notes.0.is"],
    ["an entry with an extra field", { ...good, notes: [{ ...request("x"), body: "text" }] }, "notes.0.more"],
    ["a name that is a sentence", { ...good, notes: [request("I agree to pay")] }, "notes.0.name"],
    ["a time before the start", { ...good, notes: [request("x", { at: -1 })] }, "notes.0.at"],
    ["an unknown outcome", { ...good, notes: [request("x", { outcome: "fine" })] }, "notes.0.outcome"],
    ["a tag that is a sentence", { ...good, notes: [failed("x", { tag: "It failed" })] }, "notes.0.failures.0.tag"],
    [
      "a code that is a sentence",
      { ...good, notes: [failed("x", { tag: "X", code: "so so" })] },
      "notes.0.failures.0.code",
    ],
    ["a view that is a sentence", { ...good, notes: [{ is: "view", at: 0, name: "a view" }] }, "notes.0.name"],
    [
      "a namespace with an address",
      { ...good, notes: [{ is: "namespace", at: 0, name: "eip155", status: "connected", address: "0x" }] },
      "notes.0.more",
    ],
  ]

  it.each(bad)("is rejected with InvalidInput: %s", (_, document, path) => {
    assert.doesNotThrow(() => readRecording(good))
    for (const read of [readRecording, replay])
      try {
        read(document)
        assert.fail("It was read")
      } catch (error) {
        assert.instanceOf(error, InvalidInput)
        assert.strictEqual((error as InvalidInput).path, path)
      }
  })

  it("is rejected if its text is too long", () => {
    assert.throws(() => readRecording(" ".repeat(2_000_001)), "at most 2000000")
  })
})

function request(name: string, more: object = {}): object {
  return { is: "request", at: 0, name, took: 5, outcome: "ok", ...more }
}

function failed(
  name: string,
  failure: NonNullable<Extract<Note, { outcome: string }>["failures"]>[number],
  more: object = {},
) {
  return request(name, { outcome: "failed", failures: [failure], ...more })
}
