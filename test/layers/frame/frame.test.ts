// @vitest-environment happy-dom
import { Effect, Random, Tracer } from "effect"
import { TestClock } from "effect/testing"
import type { Theme } from "../../../layers/frame/options.ts"
import { Browser } from "../../../services/Browser.ts"
import { Frame, type FrameChange } from "../../../services/Frame.ts"
import * as events from "../../../src/embedded/endpoints/frameEvents.ts"
import { frame as limits } from "../../../src/embedded/limits.ts"
import { unsafeMethods } from "../../../src/embedded/model/frameMethods.ts"
import { blob as blobLimits } from "../../../src/send/limits.ts"
import { fails } from "../../fixtures/fails.ts"
import { assert, describe } from "../../fixtures/it.ts"
import { ended, settle } from "../../fixtures/time.ts"
import {
  answered,
  ask,
  asked,
  begins,
  begun,
  facts,
  failureOf,
  heard,
  type Page,
  posted,
  type Row,
  reply,
  secure,
  successOf,
  test,
  user,
} from "./frameSteps.ts"
import type { Framed } from "./frameWorld.ts"

type Kind = readonly [title: string, name: string, row: Row, input: unknown, answer: unknown, payload?: unknown]

/** Messages of a type that the page posts on its own. */
const synced = ({ posted }: Framed, kind: "THEME" | "DAPP_DATA") =>
  posted.flatMap(({ message }) => (message.type === `@w3m-app/SYNC_${kind}` ? [message.payload] : []))

/** A request that fails before it reaches the frame, which does not respond. */
const refuses = <Input, Answer>(event: events.FrameEvent<Input, Answer>, input: Input, expected: object) =>
  fails(Effect.flatMap(Effect.forkChild(ask(event, input)), ended), expected)

/** Changes the theme. */
let look: ((theme: Theme) => void) | undefined

function following(tell: (theme: Theme) => void) {
  look = tell
  tell({ mode: "dark", variables: {} })
  return () => {
    look = undefined
  }
}

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
