// @vitest-environment happy-dom
import { Clock, Effect, Exit, Fiber, Layer, Random, type Result, Scope, Tracer } from "effect"
import { TestClock } from "effect/testing"
// Loaded before the layer imports it, so tests only depend on the test clock.
import "../../../layers/frame/client/client.ts"
import * as browser from "../../../layers/browser/withoutWindow.ts"
import * as dialog from "../../../layers/dialog/none.ts"
import { layer as frameLayer } from "../../../layers/frame/iframe.ts"
import { lazyFrame } from "../../../layers/frame/lazyFrame.ts"
import type { FrameOptions, Theme } from "../../../layers/frame/options.ts"
import * as local from "../../../layers/storage/local.ts"
import { layer as memory } from "../../../layers/storage/memory.ts"
import { Browser } from "../../../services/Browser.ts"
import type { Dialog } from "../../../services/Dialog.ts"
import { Frame, type FrameChange, type Popup } from "../../../services/Frame.ts"
import type { Storage } from "../../../services/Storage.ts"
import * as events from "../../../src/embedded/endpoints/frameEvents.ts"
import { frame as limits } from "../../../src/embedded/limits.ts"
import { unsafeMethods } from "../../../src/embedded/model/frameMethods.ts"
import { blob as blobLimits } from "../../../src/send/limits.ts"
import { failing, fails } from "../../fixtures/fails.ts"
import { rejecting } from "../../fixtures/hostile.ts"
import { afterEach, assert, describe, it, vi } from "../../fixtures/it.ts"
import { Shelf } from "../../fixtures/shelf.ts"
import { ended, settle } from "../../fixtures/time.ts"
import { type Framed, framePage } from "./frameWorld.ts"

const secure = "https://secure.example"

type Page = ReturnType<typeof framePage>
type Program = (page: Page) => Effect.fn.Return<void, unknown, Frame | Storage | Dialog | Browser | Scope.Scope>

/** A test on a page whose frames the test simulates. */
const test = (title: string, program: Program, given: Partial<FrameOptions> = {}) => {
  it.effect(title, function* () {
    const page = framePage(() => {}, given)
    yield* Effect.provide(
      Effect.gen(() => program(page)),
      page.layer,
    )
  })
}

const ask = <Input, Answer>(event: events.FrameEvent<Input, Answer>, input: Input) =>
  Effect.flatMap(Frame, (frame) => frame.request(event, input))

/** Sends a request, and waits until the frame is created. */
const asked = <Input, Answer>(event: events.FrameEvent<Input, Answer>, input: Input) =>
  Effect.tap(Effect.forkChild(Effect.result(ask(event, input))), settle)

/** Sends a request, and waits until the frame has loaded. */
const begun = <Input, Answer>(page: Page, event: events.FrameEvent<Input, Answer>, input: Input) =>
  Effect.tap(asked(event, input), () => begins(page.framed))

/** The frame reports that it is ready, and accepts requests half a second later. */
const begins = Effect.fnUntraced(function* ({ loads, say }: Framed) {
  loads()
  say({ type: "@w3m-frame/READY", payload: {} })
  yield* settle
  yield* TestClock.adjust(limits.readyDelay)
  yield* settle
})

/** Any endpoint. */
// biome-ignore lint/suspicious/noExplicitAny: rows take different inputs, and a table holds them all
type Row = events.FrameEvent<any, unknown>

type Kind = readonly [title: string, name: string, row: Row, input: unknown, answer: unknown, payload?: unknown]

/** The posted requests. */
const posted = ({ posted }: Framed) =>
  posted.map(({ message }) => message).filter(({ type }) => !type.startsWith("@w3m-app/SYNC_"))

const reply = (framed: Framed, kind: "SUCCESS" | "ERROR", payload?: unknown, at = -1) => {
  const { id, type } = posted(framed).at(at) ?? {}
  framed.say({ id, type: `${type?.replace("-app", "-frame")}_${kind}`, payload })
}

/** Messages of a type that the page posts on its own. */
const synced = ({ posted }: Framed, kind: "THEME" | "DAPP_DATA") =>
  posted.flatMap(({ message }) => (message.type === `@w3m-app/SYNC_${kind}` ? [message.payload] : []))

/** Sends a request to a frame that responds. */
const answered = Effect.fnUntraced(function* <Input, Answer>(
  page: Page,
  event: events.FrameEvent<Input, Answer>,
  input: Input,
  answer?: unknown,
) {
  const fiber = yield* asked(event, input)
  if (page.framed.posted.length === 0) yield* begins(page.framed)
  reply(page.framed, "SUCCESS", answer)
  yield* settle
  return yield* Effect.fromResult(yield* Fiber.join(fiber))
})

/** A request that fails before it reaches the frame, which does not respond. */
const refuses = <Input, Answer>(event: events.FrameEvent<Input, Answer>, input: Input, expected: object) =>
  fails(Effect.flatMap(Effect.forkChild(ask(event, input)), ended), expected)

const failureOf = <A, E>(fiber: Fiber.Fiber<Result.Result<A, E>>) =>
  Effect.flatMap(ended(fiber), (result) => failing(Effect.fromResult(result)))

const successOf = <A, E>(fiber: Fiber.Fiber<Result.Result<A, E>>) => Effect.flatMap(ended(fiber), Effect.fromResult)

const user = { address: "0xdbC7d4ef0007fA387aE67cC789e95be1BEC727C9", chainId: 8453, email: "linden@fernhill.example" }

describe("The embedded wallet's frame", () => {
  test("The embedded wallet runs in a secure frame", function* (page) {
    assert.lengthOf(page.frames, 0)
    yield* asked(events.signOut, undefined)
    const { element } = page.framed
    const { position, display, borderStyle, zIndex } = element.style

    assert.strictEqual(element.parentElement, page.slot)
    assert.deepStrictEqual([element.name, element.title], ["w3m-secure-iframe", "secure.example"])
    assert.deepStrictEqual([position, display, borderStyle, zIndex], ["fixed", "none", "none", "1"])
    assert.strictEqual(element.referrerPolicy, "strict-origin")
    assert.strictEqual(element.getAttribute("allow"), "")
    // It may not navigate this page, start downloads, open the browser's dialogs or lock the pointer.
    assert.deepStrictEqual(element.getAttribute("sandbox")?.split(" "), [
      "allow-scripts",
      "allow-same-origin",
      "allow-forms",
      "allow-popups",
      "allow-popups-to-escape-sandbox",
    ])
  })

  test("The frame is loaded with query parameters projectId, chainId, version, enableLogger and rpcUrl", function* (page) {
    yield* asked(events.signOut, undefined)
    const url = new URL(page.framed.element.src)

    assert.strictEqual(url.origin + url.pathname, `${secure}/sdk`)
    assert.deepStrictEqual(Object.fromEntries(url.searchParams), {
      projectId: "fernhill",
      chainId: "eip155:8453",
      version: "4",
      enableLogger: "false",
      rpcUrl: "https://mainnet.base.org",
    })
  })

  const address = ({ framed }: Page) => Object.fromEntries(new URL(framed.element.src).searchParams)
  test(
    "the frame is loaded with the flag of the provider's sign-in if the project uses it",
    function* (page) {
      yield* asked(events.signOut, undefined)

      const usual = { projectId: "fernhill", chainId: "eip155:8453", version: "4", enableLogger: "false" }
      const rpcUrl = "https://mainnet.base.org"
      assert.deepStrictEqual(address(page), { ...usual, rpcUrl, enableCloudAuthAccount: "true" })
    },
    { now: { ...facts(), authenticates: () => true }, customRpcUrls: { "eip155:8453": [] } },
  )

  test(
    "the frame is loaded for Ethereum and the provider's nodes if no network is active",
    function* (page) {
      yield* asked(events.signOut, undefined)

      assert.include(address(page), { chainId: "eip155:1", rpcUrl: "https://chain.example" })
    },
    { now: { ...facts(), network: () => undefined } },
  )

  const rpcUrl = "https://mainnet.base.org"
  test("is created once for all requests, which are posted 500 ms after it is ready", function* (page) {
    yield* asked(events.getChainId, undefined)
    yield* asked(events.farcasterUri, undefined)
    const framed = page.framed
    // The delay starts at the event, however long the page has taken to load.
    yield* TestClock.adjust(2_000)
    framed.loads()
    framed.say({ type: "@w3m-frame/READY", payload: {} })
    yield* settle
    yield* TestClock.adjust(499)
    yield* settle
    assert.lengthOf(framed.posted, 0)
    yield* TestClock.adjust(1)
    yield* settle

    assert.lengthOf(page.frames, 1)
    assert.deepStrictEqual(
      posted(framed)
        .map(({ type }) => type)
        .sort(),
      ["@w3m-app/GET_CHAIN_ID", "@w3m-app/GET_FARCASTER_URI"],
    )
    assert.isTrue(framed.posted.every(({ target }) => target === secure))
  })

  test(
    "gets the site's own node of a chain, by either name of the chain",
    function* (page) {
      yield* answered(page, events.getUser, { chainId: 8453 }, user)
      yield* answered(page, events.getUser, { chainId: "eip155:8453" }, user)
      yield* answered(page, events.getUser, { chainId: 4242 }, user)
      yield* answered(page, events.rpcRequest, { method: "eth_call", params: [], chainId: 8453, rpcUrl }, "0x")
      const own = "https://node.fernhill.example"

      assert.strictEqual(new URL(page.framed.element.src).searchParams.get("rpcUrl"), own)
      assert.deepStrictEqual(
        posted(page.framed).map(({ payload }) => payload),
        [
          { chainId: 8453, rpcUrl: own },
          { chainId: "eip155:8453", rpcUrl: own },
          { chainId: 4242 },
          { method: "eth_call", params: [], chainId: 8453, rpcUrl },
        ],
      )
    },
    { customRpcUrls: { "eip155:8453": [{ url: "https://node.fernhill.example" }] } },
  )

  const otp = { otp: "123456" }
  const call = { method: "eth_call", params: [], chainId: 8453, chainNamespace: "eip155" }
  const mailed = { email: "a@b.co" }
  /** A request, its name on the wire, its input and result, and the posted payload if it is not the input. */
  const kinds: readonly Kind[] = [
    [
      "switch network",
      "SWITCH_NETWORK",
      events.switchNetwork,
      { chainId: 8453 },
      { chainId: 8453 },
      { chainId: 8453, rpcUrl },
    ],
    ["connect by email", "CONNECT_EMAIL", events.connectEmail, mailed, { action: "VERIFY_OTP" }],
    ["connect by device", "CONNECT_DEVICE", events.connectDevice, undefined, undefined],
    ["connect by OTP", "CONNECT_OTP", events.connectOtp, otp, undefined],
    ["connect by social", "CONNECT_SOCIAL", events.connectSocial, { uri: "x:" }, { ...user, userName: "linden" }],
    ["connect by farcaster", "CONNECT_FARCASTER", events.connectFarcaster, undefined, { userName: "linden" }],
    ["get farcaster uri", "GET_FARCASTER_URI", events.farcasterUri, undefined, { url: "https://f.example" }],
    [
      "get social redirect URI",
      "GET_SOCIAL_REDIRECT_URI",
      events.socialRedirectUri,
      { provider: "x" },
      { uri: "https://x.example" },
    ],
    ["get user", "GET_USER", events.getUser, { chainId: 8453 }, user, { chainId: 8453, rpcUrl }],
    ["sign out", "SIGN_OUT", events.signOut, undefined, undefined],
    ["is connected", "IS_CONNECTED", events.isConnected, {}, { isConnected: true }, undefined],
    ["update email", "UPDATE_EMAIL", events.updateEmail, mailed, { action: "VERIFY_PRIMARY_OTP" }],
    [
      "update email, the code of the current one",
      "UPDATE_EMAIL_PRIMARY_OTP",
      events.updateEmailPrimaryOtp,
      otp,
      undefined,
    ],
    [
      "update email, the code of the new one",
      "UPDATE_EMAIL_SECONDARY_OTP",
      events.updateEmailSecondaryOtp,
      otp,
      { newEmail: "a@b.co" },
    ],
    [
      "smart account networks",
      "GET_SMART_ACCOUNT_ENABLED_NETWORKS",
      events.smartAccountNetworks,
      undefined,
      { smartAccountEnabledNetworks: [1] },
    ],
    [
      "preferred account",
      "SET_PREFERRED_ACCOUNT",
      events.setPreferredAccount,
      { type: "eoa" },
      { type: "eoa", address: "0x1" },
    ],
    ["reload", "RELOAD", events.reload, undefined, undefined],
    ["RPC request", "RPC_REQUEST", events.rpcRequest, call, "0x1", { ...call, rpcUrl }],
  ]
  for (const [title, name, row, input, answer, ...rest] of kinds)
    test(`Frame posted event: ${title}`, function* (page) {
      const given = yield* answered(page, row, input as never, answer)
      const [message, ...others] = posted(page.framed)
      const [payload] = rest.length > 0 ? rest : [input]

      assert.lengthOf(others, 0)
      assert.match(message?.id ?? "", /^[0-9a-z]+$/)
      assert.deepStrictEqual(message, {
        id: message?.id ?? "",
        type: `@w3m-app/${name}`,
        ...(payload !== undefined && { payload }),
      })
      assert.deepStrictEqual(given, answer)
    })

  for (const [title, , row, input] of kinds)
    if (row.aborts && row !== events.rpcRequest)
      test(`An abort otherwise (not RPC) gives 'Something went wrong': ${title}`, function* (page) {
        const fiber = yield* begun(page, row, input as never)
        yield* (yield* Frame).abort
        const { _tag, message } = yield* failureOf(fiber)

        assert.deepStrictEqual([_tag, message], ["SomethingWentWrong", "Something went wrong"])
      })

  test(
    "Frame posted event: sync theme data, on start and on change",
    function* (page) {
      yield* asked(events.getChainId, undefined)
      const { show } = yield* Frame
      yield* show(document.createElement("div"))
      look?.({ mode: "dark", variables: { "--portico-accent": "#fedcba" } })
      yield* begins(page.framed)
      look?.({ mode: "dark", variables: {} })
      yield* settle
      look?.({ mode: "light", variables: { "--portico-accent": "#123456", "--portico-border-radius-master": 2 } })
      yield* settle
      look?.({ mode: "light", variables: { "--portico-accent": "", "--x--portico-y": 1 } })
      yield* settle
      assert.lengthOf(synced(page.framed, "THEME"), 4)
      // A frame that is shown already has the theme.
      yield* show(document.createElement("div"))
      assert.lengthOf(synced(page.framed, "THEME"), 5)
      yield* show(undefined)

      assert.deepStrictEqual(synced(page.framed, "THEME"), [
        {
          themeMode: "dark",
          themeVariables: { "--w3m-accent": "#fedcba" },
          w3mThemeVariables: { "--w3m-accent": "#fedcba", "--w3m-background": "#202020" },
        },
        {
          themeMode: "dark",
          themeVariables: {},
          w3mThemeVariables: { "--w3m-accent": "hsla(230, 100%, 67%, 1)", "--w3m-background": "#202020" },
        },
        {
          themeMode: "light",
          themeVariables: { "--w3m-accent": "#123456", "--w3m-border-radius-master": 2 },
          w3mThemeVariables: { "--w3m-accent": "#123456", "--w3m-background": "#fff" },
        },
        ...Array(2).fill({
          themeMode: "light",
          themeVariables: { "--w3m-accent": "", "--x--portico-y": 1 },
          w3mThemeVariables: { "--w3m-accent": "hsla(231, 100%, 70%, 1)", "--w3m-background": "#fff" },
        }),
      ])
    },
    { now: { ...facts(), theme: following } },
  )

  for (const [embedded, layers] of [
    [true, ["", "7", "7"]],
    [false, ["", "", ""]],
  ] as const)
    test(
      `has the site's z-index only in embedded mode: ${embedded}`,
      function* (page) {
        yield* asked(events.getChainId, undefined)
        const variables = [{}, { "--portico-z-index": 7 }, { "--portico-accent": "#123456" }]
        const seen = variables.map((changed) => {
          look?.({ mode: "dark", variables: changed })
          return page.slot.style.zIndex
        })

        assert.deepStrictEqual(seen, [...layers])
      },
      { embedded, now: { ...facts(), theme: following } },
    )

  const about = { name: "Fernhill", description: "Seeds", icons: ["https://fernhill.example/seed.png"] }
  test(
    "Frame posted event: sync dapp data",
    function* (page) {
      yield* begun(page, events.getChainId, undefined)
      const { origin } = (yield* Browser).page
      const posted = {
        metadata: { ...about, url: origin },
        projectId: "fernhill",
        sdkType: "appkit",
        sdkVersion: "html-portico-0",
      }
      assert.deepStrictEqual(synced(page.framed, "DAPP_DATA"), [posted])

      // A frame that is created again does not know the site.
      page.framed.element.dispatchEvent(new Event("error"))
      yield* begun(page, events.getChainId, undefined)
      assert.deepStrictEqual(synced(page.framed, "DAPP_DATA"), [posted])
    },
    { metadata: { ...about, url: "https://fernhill.example" } },
  )

  test("Frame posted event: abort", function* (page) {
    const changes = yield* heard
    const signing = yield* begun(page, events.rpcRequest, { method: "personal_sign", params: [] })
    const reading = yield* asked(events.rpcRequest, { method: "eth_call", params: [] })
    yield* (yield* Frame).abortApprovals

    assert.strictEqual(posted(page.framed).at(-1)?.type, "@w3m-app/RPC_ABORT")
    assert.strictEqual((yield* failureOf(signing))._tag, "RequestAborted")
    assert.deepStrictEqual(
      changes.map(({ type }) => type),
      ["requested", "requested", "failed"],
    )
    // Only a request that waits for the visitor is abandoned, and the frame gets an abort only if it has one.
    yield* (yield* Frame).abortApprovals
    assert.isUndefined(reading.pollUnsafe())
    const aborts = () => posted(page.framed).filter(({ type }) => type === "@w3m-app/RPC_ABORT").length
    assert.strictEqual(aborts(), 1)
    yield* asked(events.rpcRequest, { method: "personal_sign", params: [] })
    yield* (yield* Frame).abort
    yield* fails(successOf(reading), { _tag: "RequestAborted", message: "Request was aborted" })
    assert.strictEqual(aborts(), 2)
  })

  test("Frame posted event: abort, for each method that waits for the visitor", function* (page) {
    yield* answered(page, events.getChainId, undefined, { chainId: 8453 })
    for (const method of unsafeMethods) {
      const waiting = yield* asked(events.rpcRequest, { method, params: [] })
      yield* (yield* Frame).abortApprovals

      assert.strictEqual(posted(page.framed).at(-1)?.type, "@w3m-app/RPC_ABORT", method)
      assert.strictEqual((yield* failureOf(waiting))._tag, "RequestAborted", method)
    }
  })

  test("gets no abort before it is ready", function* (page) {
    const signing = yield* asked(events.rpcRequest, { method: "personal_sign", params: [] })
    yield* (yield* Frame).abortApprovals

    assert.strictEqual((yield* failureOf(signing))._tag, "RequestAborted")
    assert.isEmpty(page.framed.posted)
  })

  test("Frame responses come as success or error events carrying an error message", function* (page) {
    const wrong = yield* begun(page, events.connectOtp, { otp: "000000" })
    reply(page.framed, "ERROR", { message: "Invalid code" })
    yield* answered(page, events.connectOtp, { otp: "123456" })

    const { _tag, message } = yield* failureOf(wrong)
    assert.deepStrictEqual([_tag, message], ["FrameError", "Invalid code"])
  })

  for (const [title, payload, sentence] of [
    ["the server's", { message: "Try again tomorrow" }, "Try again tomorrow"],
    ["none", {}, "An error occurred"],
    ["nothing at all", undefined, "An error occurred"],
    ["no text", { message: { toString: 1 } }, "An error occurred"],
    ["characters that hide text", { message: "\u202eNo\u0000 \u200bway" }, "No way"],
  ] as const)
    test(`An event error response shows the server message, or 'An error occurred': ${title}`, function* (page) {
      const fiber = yield* begun(page, events.getUser, {})
      reply(page.framed, "ERROR", payload)

      assert.strictEqual((yield* failureOf(fiber)).message, sentence)
    })

  test("truncates an error message of 5 MB", function* (page) {
    const fiber = yield* begun(page, events.getUser, {})
    reply(page.framed, "ERROR", { message: "x".repeat(5_000_000) })

    assert.isAtMost((yield* failureOf(fiber)).message.length, limits.message + 1)
  })

  test("fails with an invalid response", function* (page) {
    const fiber = yield* begun(page, events.getUser, {})
    reply(page.framed, "SUCCESS", { address: 7, chainId: {} })
    const error = yield* failureOf(fiber)

    assert.strictEqual(error.message, "An error occurred")
    assert.nestedPropertyVal(error, "cause._tag", "InvalidInput")
  })

  test("does not send input that cannot be posted as a message", function* (page) {
    const fiber = yield* begun(page, events.rpcRequest, { method: "eth_call", params: [() => {}] })

    assert.deepInclude(yield* failureOf(fiber), {
      _tag: "InvalidInput",
      message: "Expected plain data, received object",
    })
    assert.lengthOf(posted(page.framed), 0)
  })

  test("returns each response once to its own request, in any order", function* (page) {
    const one = yield* asked(events.rpcRequest, { method: "eth_call", params: [1] })
    const other = yield* begun(page, events.rpcRequest, { method: "eth_call", params: [2] })
    reply(page.framed, "SUCCESS", "0x2", 1)
    reply(page.framed, "SUCCESS", "0x7", 1)
    reply(page.framed, "SUCCESS", "0x1", 0)

    assert.deepStrictEqual(
      posted(page.framed).map(({ payload }) => (payload as { params: unknown }).params),
      [[1], [2]],
    )
    assert.deepStrictEqual([yield* successOf(one), yield* successOf(other)], ["0x1", "0x2"])
  })

  test("is traced: each request, under the name of its event", function* (page) {
    const spans: Tracer.Span[] = []
    const span: Tracer.Tracer["span"] = (options) => {
      const made = new Tracer.NativeSpan(options)
      spans.push(made)
      return made
    }
    yield* answered(page, events.getChainId, undefined, { chainId: 1 })
    const traced = answered(page, events.connectOtp, { otp: "123456" })
    yield* Effect.provideService(traced, Tracer.Tracer, Tracer.make({ span }))

    // The payload may be secret.
    assert.deepStrictEqual(
      spans.map(({ name, kind, attributes }) => [name, kind, ...attributes]),
      [["Frame.request", "client", ["method", "CONNECT_OTP"]]],
    )
  })

  test("gives each pending request its own ID, even if random numbers repeat", function* (page) {
    const numbers = [0.5, 0.5, 0.25]
    const repeating = { nextIntUnsafe: () => 0, nextDoubleUnsafe: () => numbers.shift() ?? 0.125 }
    yield* answered(page, events.getChainId, undefined, { chainId: 1 })
    for (const params of [[1], [2]])
      yield* Effect.provideService(asked(events.rpcRequest, { method: "eth_call", params }), Random.Random, repeating)

    const [, one, other] = posted(page.framed)
    assert.isEmpty(numbers)
    assert.notStrictEqual(one?.id, other?.id)
  })

  test("only known RPC methods pass the frame; an unknown one gets 'Requested RPC call is not allowed', and is not posted", function* (page) {
    yield* answered(page, events.rpcRequest, { method: "eth_blockNumber", params: undefined }, "0x")
    const changes = yield* heard
    const methods = ["eth_nope", "eth_sign", "__proto__", ""]
    for (const method of methods) {
      const fiber = yield* asked(events.rpcRequest, { method, params: [] })
      const error = yield* failureOf(fiber)
      assert.strictEqual(error.message, "Requested RPC call is not allowed")
      assert.nestedPropertyVal(error, "cause.message", `Expected known method, received '${method}'`)
    }
    yield* refuses(events.rpcRequest, { method: "eth_call", params: [], chainId: -1 }, { _tag: "InvalidInput" })

    assert.lengthOf(posted(page.framed), 1)
    assert.deepStrictEqual(
      changes,
      methods.map((method): FrameChange => ({ type: "refused", method })),
    )
  })

  test(
    "posts no invalid email address of a login or an update, social provider or theme mode",
    function* (page) {
      yield* answered(page, events.getChainId, undefined, { chainId: 8453 })
      for (const email of ["", "a@b", "a b@c.de"]) {
        const error = yield* refuses(events.connectEmail, { email }, { _tag: "InvalidEmail" })
        assert.nestedPropertyVal(error, "cause.message", `Expected e-mail address, received '${email}'`)
        yield* refuses(events.updateEmail, { email }, { _tag: "InvalidEmail" })
      }
      for (const provider of ["farcaster", "myspace"])
        yield* refuses(events.socialRedirectUri, { provider: provider as "google" }, { _tag: "InvalidInput" })
      look?.({ mode: "purple" as "dark", variables: {} })
      yield* settle

      assert.lengthOf(posted(page.framed), 1)
      assert.notInclude(JSON.stringify(page.framed.posted), "purple")
      look?.({ mode: "light", variables: {} })
      yield* settle
      assert.include(JSON.stringify(page.framed.posted), "light")
    },
    { now: { ...facts(), theme: following } },
  )

  test("eth_chainId is answered from the last used chain", function* (page) {
    const chain = ask(events.rpcRequest, { method: "eth_chainId", params: [] })
    yield* answered(page, events.switchNetwork, { chainId: 8453 }, { chainId: 8453 })
    assert.strictEqual(yield* chain, "0x2105")
    yield* answered(page, events.switchNetwork, { chainId: 10 }, { chainId: "eip155:10" })
    assert.strictEqual(yield* chain, "0xa")

    assert.lengthOf(posted(page.framed), 2)
  })

  test("Frame posted event: get chain id, for eth_chainId if this browser has stored no chain", function* (page) {
    const chain = { method: "eth_chainId", params: [] }
    const types = () => page.frames.flatMap(posted).map(({ type }) => type)
    const unknown = yield* asked(events.rpcRequest, chain)
    for (const framed of page.frames) yield* begins(framed)
    assert.deepStrictEqual(types(), ["@w3m-app/GET_CHAIN_ID"])
    reply(page.framed, "SUCCESS", { chainId: 8453 })
    assert.strictEqual(yield* successOf(unknown), "0x2105")
    const stored = yield* asked(events.rpcRequest, chain)
    assert.lengthOf(types(), 1)
    assert.strictEqual(yield* successOf(stored), "0x2105")
  })

  const blob = (bytes: number) => `0x${"0".repeat(2 * bytes)}`
  const carrying = (...blobs: readonly unknown[]) => ({ method: "eth_sendTransaction", params: [{ to: "0x1", blobs }] })
  test("Blob transaction data is at most 761855 bytes, the capacity of six blobs", function* (page) {
    // Only whole blobs are accepted, so any limit from six blobs up to seven has the same effect.
    assert.strictEqual(blobLimits.perTransaction, 761_855)
    const six = Array<string>(6).fill(blob(131_072))
    assert.strictEqual(yield* answered(page, events.rpcRequest, carrying(...six), "0x1"), "0x1")
    yield* refuses(events.rpcRequest, carrying(...six, blob(131_072)), { _tag: "BlobTooLarge" })
    assert.lengthOf(posted(page.framed), 1)
  })

  test("Blob size: 131072 bytes, 4096 field elements of 32 bytes", function* (page) {
    yield* answered(page, events.rpcRequest, carrying(blob(4_096 * 32)), "0x1")
    const wrong = [
      blob(131_071),
      blob(131_073),
      blob(2 * 131_072),
      "0x",
      "0".repeat(262_146),
      `${"0".repeat(262_144)}0x`,
      `0x${"g".repeat(262_144)}`,
      7,
      null,
    ]
    const message = "Expected blobs of 131072 bytes as hex, received array"
    const refused = { _tag: "InvalidInput", path: "params.0.blobs", message }
    for (const blobs of wrong.flatMap((odd) => [[odd], [blob(131_072), odd]])) {
      const fiber = yield* asked(events.rpcRequest, carrying(...blobs))
      assert.lengthOf(posted(page.framed), 1)
      yield* fails(successOf(fiber), refused)
    }
    yield* refuses(
      events.rpcRequest,
      { method: "eth_sendTransaction", params: [{ blobs: "0x" }] },
      { _tag: "InvalidInput" },
    )
    assert.lengthOf(posted(page.framed), 1)
  })
})

describe("A failing frame", () => {
  test("Embedded wallet error: iframe load failed (after 20 s)", function* (page) {
    const first = yield* asked(events.getUser, {})
    yield* TestClock.adjust(19_999)
    yield* settle
    assert.lengthOf(page.slot.children, 1)
    yield* TestClock.adjust(1)
    yield* settle

    assert.lengthOf(page.slot.children, 0)
    assert.strictEqual((yield* failureOf(first))._tag, "FrameLoadFailed")
    assert.strictEqual((yield* answered(page, events.getUser, {}, user)).address, user.address)
    assert.lengthOf(page.frames, 2)
  })

  test(
    "Embedded wallet error: unverified domain",
    function* () {
      const changes = yield* heard
      for (const attempt of ["first", "again"]) {
        const fiber = yield* asked(events.getUser, {})
        yield* TestClock.adjust(limits.load)

        const error = yield* failureOf(fiber)
        assert.strictEqual(error._tag, "UnverifiedDomain", attempt)
        assert.deepStrictEqual<object | undefined>(changes.at(-1), { type: "unreachable", error })
      }
      assert.lengthOf(changes, 2)
    },
    { now: { ...facts(), unlisted: () => true } },
  )

  for (const [title, row, input] of [
    ["connect by email", events.connectEmail, { email: "a@b.co" }],
    ["connect by device", events.connectDevice, undefined],
    ["connect by OTP", events.connectOtp, { otp: "123456" }],
    ["connect by social", events.connectSocial, { uri: "x:" }],
    ["get social redirect URI", events.socialRedirectUri, { provider: "x" }],
  ] as readonly (readonly [string, Row, unknown])[])
    test(`Embedded wallet error: iframe request timeout (120 s): ${title}`, function* (page) {
      const changes = yield* heard
      // The frame responds to nothing.
      yield* begun(page, events.getUser, {})
      const fiber = yield* asked(row, input as never)
      yield* TestClock.adjust(119_999)
      yield* settle
      assert.isUndefined(fiber.pollUnsafe())
      yield* TestClock.adjust(1)

      const error = yield* failureOf(fiber)
      assert.strictEqual(error._tag, "FrameTimeout")
      assert.deepStrictEqual<readonly object[]>(changes, [{ type: "unreachable", error }])
    })

  test("waits for an approval without a time limit", function* (page) {
    const fiber = yield* begun(page, events.rpcRequest, { method: "personal_sign", params: [] })
    yield* TestClock.adjust("1 hour")
    reply(page.framed, "SUCCESS", "0x1")

    assert.strictEqual(yield* successOf(fiber), "0x1")
  })

  const losses: readonly (readonly [title: string, happens: (framed: Framed) => void, cause?: string])[] = [
    ["restarts", ({ say }) => say({ type: "@w3m-frame/READY", payload: {} }), "The frame reloaded"],
    ["navigates to another page", ({ loads }) => loads(), "The frame left its page"],
    ["reports an error", ({ element }) => element.dispatchEvent(new Event("error"))],
  ]
  for (const [title, happens, cause] of losses)
    test(`a frame that ${title} fails its pending requests, and is loaded again by the next one`, function* (page) {
      const changes = yield* heard
      const one = yield* asked(events.getUser, {})
      const other = yield* begun(page, events.rpcRequest, { method: "personal_sign", params: [] })
      happens(page.framed)

      for (const fiber of [one, other]) {
        const error = yield* failureOf(fiber)
        assert.deepStrictEqual([error._tag, (error.cause as Error | undefined)?.message], ["FrameLoadFailed", cause])
      }
      assert.lengthOf(page.slot.children, 0)
      assert.deepStrictEqual(changes.map(({ type }) => type).sort(), [
        "failed",
        "requested",
        "unreachable",
        "unreachable",
      ])
      yield* answered(page, events.getChainId, undefined, { chainId: 1 })
      assert.lengthOf(page.frames, 2)
      // The first one counts no longer.
      page.frames[0]?.element.dispatchEvent(new Event("error"))
      yield* answered(page, events.getChainId, undefined, { chainId: 1 })
      assert.lengthOf(page.frames, 2)
    })

  test("a frame that is lost before it accepts requests is created again only by the next one", function* (page) {
    const fiber = yield* asked(events.getUser, {})
    page.framed.say({ type: "@w3m-frame/READY", payload: {} })
    page.framed.element.dispatchEvent(new Event("error"))
    yield* TestClock.adjust(limits.readyDelay)
    yield* settle

    assert.strictEqual((yield* failureOf(fiber))._tag, "FrameLoadFailed")
    assert.lengthOf(page.frames, 1)
  })

  test("a frame that was asked to reload does so without a failure", function* (page) {
    const changes = yield* heard
    const fiber = yield* begun(page, events.reload, undefined)
    page.framed.loads()

    assert.strictEqual((yield* Fiber.join(fiber))._tag, "Success")
    assert.deepStrictEqual(changes, [])
    yield* answered(page, events.getChainId, undefined, { chainId: 1 })
    assert.lengthOf(page.frames, 2)
  })

  test("a frame that the site removed fails its pending requests, and is created again by the next one", function* (page) {
    const open = yield* begun(page, events.rpcRequest, { method: "personal_sign", params: [] })
    Object.defineProperty(page.framed.element, "contentWindow", { value: null })
    yield* answered(page, events.getChainId, undefined, { chainId: 1 })

    assert.lengthOf(page.frames, 2)
    assert.strictEqual((yield* failureOf(open))._tag, "FrameLoadFailed")
  })

  test("a request can still be abandoned after the site removed the frame", function* (page) {
    const open = yield* begun(page, events.rpcRequest, { method: "personal_sign", params: [] })
    Object.defineProperty(page.framed.element, "contentWindow", { value: null })
    yield* (yield* Frame).abortApprovals

    assert.strictEqual((yield* failureOf(open))._tag, "RequestAborted")
  })

  test("a frame can be ready before its document has loaded", function* (page) {
    const fiber = yield* asked(events.getUser, {})
    page.framed.say({ type: "@w3m-frame/READY", payload: {} })
    yield* settle
    yield* TestClock.adjust(limits.readyDelay)
    yield* settle
    page.framed.loads()
    reply(page.framed, "SUCCESS", user)

    assert.deepStrictEqual(yield* successOf(fiber), user)
    // Another document in it has no use for the requests.
    page.framed.loads()
    assert.lengthOf(page.slot.children, 0)
  })

  const none = { _tag: "NoAuthConnector" }
  const unused: Popup = {
    blocked: false,
    go: () => {},
    close: () => {},
    isClosed: () => false,
    isSource: () => false,
  }
  test(
    "does not exist on a page without logins",
    function* (page) {
      const frame = yield* Frame
      assert.isFalse(frame.enabled)
      yield* fails(ask(events.getUser, {}), none)
      yield* frame.abort
      assert.isUndefined(yield* frame.persistedLogin)
      yield* fails(frame.login(unused, "https://provider.example/in"), { _tag: "SocialConnectFailed" })

      assert.lengthOf(page.frames, 0)
    },
    { on: false },
  )

  it.effect("fails all requests and logins while its code cannot be loaded", function* () {
    const cause = new Error("no network")
    const frame = lazyFrame({ enabled: true, loadingPage: "" }, rejecting(cause))
    const error = yield* fails(frame.request(events.getUser, {}), { _tag: "FrameLoadFailed" })
    assert.nestedPropertyVal(error, "cause.cause", cause)
    const refused = yield* fails(frame.login(unused, "https://provider.example/in"), { _tag: "SocialConnectFailed" })
    assert.nestedPropertyVal(refused, "cause._tag", "FrameLoadFailed")
    assert.isUndefined(yield* frame.persistedLogin)
    yield* frame.persistUsername("linden")
  })

  it.effect("does not exist where there is no dialog", function* () {
    const layer = Layer.provide(frameLayer(framePage(() => {}).options), [browser.layer(), memory(), dialog.layer])
    yield* Effect.provide(fails(ask(events.getUser, {}), none), layer)
  })

  test("An abort otherwise (not RPC) gives 'Something went wrong', except for a pending Farcaster link", function* (page) {
    const link = yield* asked(events.farcasterUri, undefined)
    const fiber = yield* begun(page, events.getUser, {})
    const reloading = yield* asked(events.reload, undefined)
    yield* (yield* Frame).abort
    const { _tag, message } = yield* failureOf(fiber)
    reply(page.framed, "SUCCESS", { url: "https://f.example" }, 0)
    reply(page.framed, "SUCCESS")

    assert.deepStrictEqual([_tag, message], ["SomethingWentWrong", "Something went wrong"])
    assert.deepStrictEqual(yield* successOf(link), { url: "https://f.example" })
    // A reload, which aborts the prompts in the frame, is not abandoned either.
    assert.isUndefined(yield* successOf(reloading))
  })

  it.effect("leaves the page, and fails its pending requests, when its modal ends", function* () {
    const page = framePage(() => {})
    const scope = yield* Scope.make()
    const context = yield* Layer.buildWithScope(page.layer, scope)
    const fiber = yield* Effect.provide(begun(page, events.getUser, {}), context)
    const unheard = unheardSince()
    yield* Scope.close(scope, Exit.void)

    assert.lengthOf(page.slot.children, 0)
    assert.deepStrictEqual(unheard(), ["message"])
    assert.strictEqual((yield* failureOf(fiber))._tag, "FrameLoadFailed")
  })
})

describe("The persisted state of the embedded wallet", () => {
  const email = "a@b.co"
  const updated = (page: Page) => answered(page, events.updateEmail, { email }, { action: "VERIFY_PRIMARY_OTP" })
  const mailed = (page: Page) => answered(page, events.connectEmail, { email }, { action: "VERIFY_OTP" })
  /** Requests an email that is not posted, and returns the reason. */
  const blocked = Effect.fnUntraced(function* (
    page: Page,
    event: typeof events.connectEmail | typeof events.updateEmail,
  ) {
    const before = posted(page.framed).length
    const fiber = yield* asked(event as typeof events.connectEmail, { email })
    assert.lengthOf(posted(page.framed), before)
    return (yield* failureOf(fiber)).message
  })
  test("An email update within 30 seconds of a previous one is blocked with 'Please try again after N seconds', and so is a login", function* (page) {
    yield* updated(page)
    yield* TestClock.adjust("12500 millis")
    for (const event of [events.updateEmail, events.connectEmail])
      assert.strictEqual(yield* blocked(page, event), "Please try again after 17 seconds")
    yield* TestClock.adjust("16999 millis")
    for (const event of [events.updateEmail, events.connectEmail])
      assert.strictEqual(yield* blocked(page, event), "Please try again after 1 seconds")
    yield* TestClock.adjust("1 millis")
    yield* mailed(page)
    for (const event of [events.updateEmail, events.connectEmail])
      assert.strictEqual(yield* blocked(page, event), "Please try again after 30 seconds")
    yield* TestClock.adjust("30 seconds")
    yield* updated(page)
  })

  test("blocks the next email just as long if the user is fetched in between, as on a network switch", function* (page) {
    yield* answered(page, events.getUser, {}, user)
    yield* updated(page)
    yield* answered(page, events.getUser, { chainId: 1 }, user)

    assert.strictEqual(yield* blocked(page, events.updateEmail), "Please try again after 30 seconds")
  })

  test("does not block the next email if none was sent, or after the clock was set back", function* (page) {
    const refused = yield* begun(page, events.connectEmail, { email })
    reply(page.framed, "ERROR", { message: "No" })
    yield* failureOf(refused)
    yield* TestClock.adjust("2 hours")
    yield* mailed(page)
    yield* TestClock.setTime(1_000)
    yield* mailed(page)
  })

  test("sends the session's token back, and forgets an ended login", function* (page) {
    const frame = yield* Frame
    yield* answered(page, events.getUser, {}, user)
    for (const token of ["t0k3n", "x".repeat(5_000_000), 7])
      page.framed.say({ type: "@w3m-frame/SESSION_UPDATE", payload: { token } })
    yield* settle
    yield* answered(page, events.isConnected, {}, { isConnected: true })
    assert.deepStrictEqual(posted(page.framed).at(-1)?.payload, { token: "t0k3n" })
    assert.strictEqual((yield* frame.persistedLogin)?.email, user.email)
    yield* answered(page, events.isConnected, {}, { isConnected: false })

    assert.strictEqual(yield* frame.persistedLogin, undefined)
  })

  it.effect("Browser-stored keys are prefixed", function* () {
    const shelf = new Shelf()
    vi.stubGlobal("localStorage", shelf)
    const page = framePage(() => {}, {}, local.layer("portico:default:"))
    yield* Effect.gen(function* () {
      yield* TestClock.adjust("1 hour")
      yield* answered(page, events.connectEmail, { email: user.email }, { action: "VERIFY_OTP" })
      assert.deepStrictEqual(names(shelf), ["portico:default:auth_last_email_time"])
      assert.strictEqual(shelf.getItem("portico:default:auth_last_email_time"), "3600000")
      yield* TestClock.adjust("1 hour")
      const later = yield* Clock.currentTimeMillis
      yield* answered(page, events.connectEmail, { email: user.email }, { action: "VERIFY_OTP" })
      assert.strictEqual(shelf.getItem("portico:default:auth_last_email_time"), String(later))
      yield* answered(page, events.connectSocial, { uri: "x:" }, { ...user, userName: "linden" })
      yield* answered(page, events.smartAccountNetworks, undefined, { smartAccountEnabledNetworks: [1, 8453] })
      assert.deepStrictEqual(Object.fromEntries(names(shelf).map((key) => [key, shelf.getItem(key)])), {
        "portico:default:auth_email": '"linden@fernhill.example"',
        "portico:default:auth_login_used": "true",
        "portico:default:auth_username": '"linden"',
        "portico:default:auth_last_chain": "8453",
        "portico:default:auth_smart_account_networks": "[1,8453]",
      })
      const frame = yield* Frame
      const login = { email: "linden@fernhill.example", username: "linden", smartAccountNetworks: [1, 8453] }
      assert.deepStrictEqual(yield* frame.persistedLogin, login)
      yield* frame.persistUsername("rowan")
      assert.strictEqual((yield* frame.persistedLogin)?.username, "rowan")
      yield* frame.persistUsername(undefined)
      assert.notInclude(names(shelf), "portico:default:auth_username")
      yield* answered(page, events.updateEmailSecondaryOtp, { otp: "123456" }, { newEmail: "a@b.co" })
      assert.strictEqual((yield* frame.persistedLogin)?.email, "a@b.co")
      page.framed.say({ type: "@w3m-frame/SESSION_UPDATE", payload: { token: "t0k3n" } })
      yield* settle
      assert.strictEqual(shelf.getItem("portico:default:auth_session"), '"t0k3n"')
      yield* answered(page, events.smartAccountNetworks, undefined, { smartAccountEnabledNetworks: [10] })
      assert.deepStrictEqual((yield* frame.persistedLogin)?.smartAccountNetworks, [10])
      yield* answered(page, events.signOut, undefined)
      assert.deepStrictEqual(names(shelf), ["portico:default:auth_smart_account_networks"])
      assert.strictEqual(shelf.getItem("portico:default:auth_smart_account_networks"), "[10]")
    }).pipe(Effect.provide(page.layer))
  })

  it.effect("has no email address or name if the login has none", function* () {
    const shelf = new Shelf()
    vi.stubGlobal("localStorage", shelf)
    const page = framePage(() => {}, {}, local.layer("portico:default:"))
    yield* Effect.provide(answered(page, events.getUser, {}, { ...user, email: null }), page.layer)

    assert.deepStrictEqual(names(shelf), ["portico:default:auth_login_used", "portico:default:auth_last_chain"])
  })

  /** Items that a script of the page has written, and the login that is read from them. */
  const written: readonly (readonly [items: Readonly<Record<string, string>>, login: object | undefined])[] = [
    [{ login_used: "1", email: '"a@b.co"' }, undefined],
    [{ login_used: "true", email: "7", username: '""' }, { smartAccountNetworks: [] }],
    [
      { login_used: "true", email: `"${"x".repeat(limits.keptText + 1)}"`, username: "{" },
      { smartAccountNetworks: [] },
    ],
    [
      {
        login_used: "true",
        email: `"${"x".repeat(limits.keptText)}"`,
        smart_account_networks: '[1,"8453",null,1e999]',
      },
      { email: "x".repeat(limits.keptText), smartAccountNetworks: [1] },
    ],
    [{ login_used: "true", smart_account_networks: '{"length":1}' }, { smartAccountNetworks: [] }],
  ]
  /** A page whose browser has stored these items. */
  const pageOf = (items: Readonly<Record<string, string>>) => {
    const shelf = new Shelf()
    for (const [name, text] of Object.entries(items)) shelf.setItem(`portico:default:auth_${name}`, text)
    vi.stubGlobal("localStorage", shelf)
    return framePage(() => {}, {}, local.layer("portico:default:"))
  }
  it.effect.each(written)("is read from storage only as far as it is valid: %j", function* ([items, login]) {
    const kept = yield* Effect.provide(
      Effect.flatMap(Frame, (frame) => frame.persistedLogin),
      pageOf(items).layer,
    )

    assert.deepStrictEqual<object | undefined>(kept, login)
  })

  it.effect.each([
    ['"eip155:10"', "0xa"],
    ["10", "0xa"],
    ['"1eip155:0"', "0x2105"],
    ['"solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp"', "0x2105"],
    ["0", "0x2105"],
    ["-1", "0x2105"],
    ["1.5", "0x2105"],
    ["true", "0x2105"],
  ] as const)("eth_chainId of the stored chain %s is %s", function* ([stored, id]) {
    const page = pageOf({ last_chain: stored })
    const chain = { method: "eth_chainId", params: [] }
    yield* Effect.gen(function* () {
      const fiber = yield* asked(events.rpcRequest, chain)
      // The frame is asked for what the browser does not know.
      if (page.frames.length > 0) {
        yield* begins(page.framed)
        const asksChain = posted(page.framed)[0]?.type === "@w3m-app/GET_CHAIN_ID"
        reply(page.framed, "SUCCESS", asksChain ? { chainId: 8453 } : "0x2105")
      }
      assert.strictEqual(yield* successOf(fiber), id)
    }).pipe(Effect.provide(page.layer))
  })
})

afterEach(() => vi.unstubAllGlobals())

describe("A social login's window", () => {
  const popupOf = (given: Partial<Popup> = {}) => {
    const own = {}
    const went: string[] = []
    const popup: Popup = {
      blocked: false,
      go: (url) => void went.push(url),
      close: () => {},
      isClosed: () => false,
      isSource: ({ source }) => source === own,
      ...given,
    }
    const says = (data: unknown, origin = secure, source: object = own) => {
      const event = new MessageEvent("message", { data, origin })
      Object.defineProperty(event, "source", { value: source })
      window.dispatchEvent(event)
    }
    return { popup, went, says }
  }
  const login = (popup: Popup) =>
    Effect.flatMap(Frame, (frame) =>
      Effect.forkChild(Effect.result(frame.login(popup, "https://provider.example/in"))),
    ).pipe(Effect.tap(settle))

  /** Makes the login fail, and returns the error. */
  const failed = (popup: Popup) =>
    Effect.map(Effect.flatMap(login(popup), failureOf), (error) => error as typeof error & { readonly reason?: string })

  test("names the secure site's loading page, to open a window on", function* () {
    assert.strictEqual((yield* Frame).loadingPage, `${secure}/loading`)
  })

  test("returns only the result that this window sends from the secure site's origin", function* () {
    const { popup, went, says } = popupOf()
    const fiber = yield* login(popup)
    says({ resultUri: "https://evil.example" }, secure, {})
    says({ resultUri: "https://evil.example" }, "https://evil.example", window)
    says({ resultUri: 7 })
    says("resultUri")
    says(null)
    says({ other: true }, "https://provider.example")
    const unheard = unheardSince()
    says({ resultUri: "https://secure.example/result?name=linden" })

    assert.strictEqual(yield* successOf(fiber), "https://secure.example/result?name=linden")
    assert.deepStrictEqual(unheard(), ["message"])
    assert.deepStrictEqual(went, ["https://provider.example/in"])
  })

  test("fails if another origin claims to have a result", function* () {
    for (const origin of ["https://evil.example", `${secure}.evil.example`, "null"]) {
      const { popup, says } = popupOf()
      const fiber = yield* login(popup)
      says({ resultUri: "https://secure.example/result" }, origin)

      const error = yield* failureOf(fiber)
      assert.propertyVal(error, "reason", "untrusted", origin)
      assert.nestedPropertyVal(error, "cause.message", `Untrusted Origin: ${origin}`)
    }
  })

  test("is checked every second, and fails once closed", function* () {
    vi.stubGlobal("fetch", async () => new Response(null))
    let closed = false
    let checks = 0
    const { popup } = popupOf({
      isClosed: () => {
        checks += 1
        return closed
      },
    })
    const fiber = yield* login(popup)
    const before = checks
    yield* TestClock.adjust(40_000)
    assert.strictEqual(checks - before, 40)
    closed = true
    yield* TestClock.adjust(999)
    yield* settle
    assert.isUndefined(fiber.pollUnsafe())
    const unheard = unheardSince()
    yield* TestClock.adjust(1)

    assert.strictEqual((yield* failureOf(fiber))._tag, "PopupClosed")
    assert.deepStrictEqual(unheard(), ["message"])
  })

  test("is not reported as closed if the page isolates itself", function* () {
    const headers = { "cross-origin-opener-policy": "same-origin; report-to=coop" }
    vi.stubGlobal("fetch", async () => new Response(null, { headers }))
    const error = yield* failed(popupOf({ isClosed: () => true }).popup)

    assert.deepInclude(error, { _tag: "SocialConnectFailed", reason: "unheard" })
    assert.match(String(error.cause), /Cross-Origin-Opener-Policy/)
  })

  test("is reported as closed if the page's policy allows windows, or cannot be read", function* () {
    const headers = { "cross-origin-opener-policy": "same-origin-allow-popups" }
    for (const fetch of [async () => new Response(null, { headers }), rejecting(new Error("No"))]) {
      vi.stubGlobal("fetch", fetch)

      assert.strictEqual((yield* failed(popupOf({ isClosed: () => true }).popup))._tag, "PopupClosed")
    }
  })

  test("is reported as blocked if the browser blocked it", function* () {
    assert.propertyVal(yield* failed(popupOf({ blocked: true, isClosed: () => true }).popup), "reason", "blocked")
  })
})

const names = (shelf: Shelf) =>
  Array.from({ length: shelf.length }, (_, at) => shelf.key(at) ?? "").filter((key) => key.includes("auth_"))

/** Returns a function that returns the names of the events to which the page has stopped listening since. */
const unheardSince = () => {
  const removing = vi.spyOn(window, "removeEventListener")
  return () => {
    const events = removing.mock.calls.map(([event]) => event)
    removing.mockRestore()
    return events
  }
}

/** Changes the theme. */
let look: ((theme: Theme) => void) | undefined

function following(tell: (theme: Theme) => void) {
  look = tell
  tell({ mode: "dark", variables: {} })
  return () => {
    look = undefined
  }
}

function facts(): FrameOptions["now"] {
  return framePage(() => {}).options.now
}

const heard = Effect.gen(function* () {
  const changes: FrameChange[] = []
  yield* (yield* Frame).watch((change) => changes.push(change))
  return changes
})
