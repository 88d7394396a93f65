// @vitest-environment happy-dom
import { afterEach, assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { TestClock } from "effect/testing"
import { vi } from "vitest"
// The leaf fetches it: here it is at hand, so that nothing waits for anything but the clock.
import "../../layers/frame/client.ts"
import type { FrameOptions, Theme } from "../../layers/frame/iframe.ts"
import * as local from "../../layers/storage/local.ts"
import { Browser } from "../../services/Browser.ts"
import type { Dialog } from "../../services/Dialog.ts"
import { Frame, type FrameChange, type Popup } from "../../services/Frame.ts"
import type { Storage } from "../../services/Storage.ts"
import * as events from "../../src/domain/frameEvents.ts"
import { frame as limits, socialPopup } from "../../src/domain/limits.ts"
import { Shelf } from "../fixtures/shelf.ts"
import { type Framed, framePage } from "./frameWorld.ts"
import { settle } from "./time.ts"

const secure = "https://secure.example"

const test = (
  title: string,
  run: (
    page: ReturnType<typeof framePage>,
  ) => Effect.Effect<void, unknown, Frame | Storage | Dialog | Browser | Scope.Scope>,
  given: Partial<FrameOptions> = {},
) =>
  it.effect(title, () => {
    const page = framePage(() => {}, given)
    return Effect.scoped(Effect.provide(run(page), page.leaf)).pipe(Effect.orDie)
  })

const ask = <Input, Answer>(event: events.FrameEvent<Input, Answer>, input: Input) =>
  Effect.flatMap(Frame, (frame) => frame.ask(event, input))

/** Asks, and lets the frame be made. */
const asked = <Input, Answer>(event: events.FrameEvent<Input, Answer>, input: Input) =>
  Effect.gen(function* () {
    const fiber = yield* Effect.forkChild(Effect.result(ask(event, input)))
    yield* settle
    return fiber
  })

const only = ({ frames }: ReturnType<typeof framePage>): Framed => {
  const framed = frames.at(-1)
  if (!framed) throw new Error("There is no frame")
  return framed
}

/** The frame says that it is ready, and may be asked half a second later. */
const begins = (framed: Framed) =>
  Effect.gen(function* () {
    framed.loads()
    framed.say({ type: "@w3m-frame/READY", payload: {} })
    yield* settle
    yield* TestClock.adjust(limits.readyDelay)
    yield* settle
  })

/** A row of whatever kind. */
// biome-ignore lint/suspicious/noExplicitAny: rows take different inputs, and a table holds them all
type Row = events.FrameEvent<any, unknown>

/** Everything that was posted but what is synced by itself. */
const posted = ({ posted }: Framed) =>
  posted.map(({ message }) => message).filter(({ type }) => !type.startsWith("@w3m-app/SYNC_"))

const reply = (framed: Framed, kind: "SUCCESS" | "ERROR", payload?: unknown, at = -1) => {
  const { id, type } = posted(framed).at(at) ?? {}
  framed.say({ id, type: `${type?.replace("-app", "-frame")}_${kind}`, payload })
}

/** A question to a frame that answers it. */
const answered = <Input, Answer>(
  page: ReturnType<typeof framePage>,
  event: events.FrameEvent<Input, Answer>,
  input: Input,
  answer?: unknown,
) =>
  Effect.gen(function* () {
    const fiber = yield* asked(event, input)
    if (only(page).posted.length === 0) yield* begins(only(page))
    reply(only(page), "SUCCESS", answer)
    yield* settle
    return yield* Effect.fromResult(yield* Fiber.join(fiber))
  })

const failureOf = <A, E>(fiber: Fiber.Fiber<{ readonly _tag: string; readonly failure?: E; readonly success?: A }>) =>
  Effect.map(Fiber.join(fiber), (result) => {
    if (result.failure === undefined) throw new Error("It did not fail")
    return result.failure as E & Error & { readonly _tag: string }
  })

const user = { address: "0x7a3f6B0e2C915D84f7a0E6C35B1d28F04e9c41D2", chainId: 8453, email: "linden@fernhill.example" }

describe("The embedded wallet's frame", () => {
  test("The embedded wallet runs in a secure frame", (page) =>
    Effect.gen(function* () {
      assert.lengthOf(page.frames, 0)
      yield* asked(events.signOut, undefined)
      const [one] = page.frames
      const { element } = only(page)

      assert.strictEqual(one?.element.parentElement, page.slot)
      assert.strictEqual(element.title, "secure.example")
      assert.strictEqual(element.style.display, "none")
      assert.strictEqual(element.referrerPolicy, "strict-origin")
      assert.strictEqual(element.getAttribute("allow"), "")
      const granted = [...element.getAttribute("sandbox")!.split(" ")]
      assert.includeMembers(granted, ["allow-scripts", "allow-same-origin"])
      for (const refused of ["allow-top-navigation", "allow-downloads", "allow-modals", "allow-pointer-lock"])
        assert.notInclude(granted, refused)
    }))

  test("The frame is loaded with query parameters projectId, chainId, version, enableLogger and rpcUrl", (page) =>
    Effect.gen(function* () {
      yield* asked(events.signOut, undefined)
      const url = new URL(only(page).element.src)

      assert.strictEqual(url.origin + url.pathname, `${secure}/sdk`)
      assert.deepStrictEqual(Object.fromEntries(url.searchParams), {
        projectId: "fernhill",
        chainId: "eip155:8453",
        version: "4",
        enableLogger: "false",
        rpcUrl: "https://mainnet.base.org",
      })
    }))

  test(
    "a project that signs in at the provider is told to the frame",
    (page) =>
      Effect.gen(function* () {
        yield* asked(events.signOut, undefined)

        assert.strictEqual(new URL(only(page).element.src).searchParams.get("enableCloudAuthAccount"), "true")
      }),
    { now: { ...facts(), authenticates: () => true } },
  )

  test("is made once, whoever asks, and asked 500 ms after it is ready", (page) =>
    Effect.gen(function* () {
      yield* asked(events.getChainId, undefined)
      yield* asked(events.farcasterUri, undefined)
      const framed = only(page)
      framed.loads()
      framed.say({ type: "@w3m-frame/READY", payload: {} })
      yield* settle
      yield* TestClock.adjust(limits.readyDelay - 1)
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
    }))

  test(
    "is told the site's own node of a chain where there is one, by either name of the chain",
    (page) =>
      Effect.gen(function* () {
        yield* answered(page, events.getUser, { chainId: 8453 }, user)
        yield* answered(page, events.getUser, { chainId: "eip155:8453" }, user)
        yield* answered(page, events.getUser, { chainId: 4242 }, user)
        const own = "https://node.fernhill.example"

        assert.strictEqual(new URL(only(page).element.src).searchParams.get("rpcUrl"), own)
        assert.deepStrictEqual(
          posted(only(page)).map(({ payload }) => payload),
          [{ chainId: 8453, rpcUrl: own }, { chainId: "eip155:8453", rpcUrl: own }, { chainId: 4242 }],
        )
      }),
    { customRpcUrls: { "eip155:8453": [{ url: "https://node.fernhill.example" }] } },
  )

  const rpcUrl = "https://mainnet.base.org"
  const kinds: readonly (readonly [title: string, row: Row, input: unknown, payload: unknown, answer: unknown])[] = [
    ["switch network", events.switchNetwork, { chainId: 8453 }, { chainId: 8453, rpcUrl }, { chainId: 8453 }],
    ["connect by email", events.connectEmail, { email: "a@b.co" }, { email: "a@b.co" }, { action: "VERIFY_OTP" }],
    ["connect by device", events.connectDevice, undefined, undefined, undefined],
    ["connect by OTP", events.connectOtp, { otp: "123456" }, { otp: "123456" }, undefined],
    ["connect by social", events.connectSocial, { uri: "x:" }, { uri: "x:" }, { ...user, userName: "linden" }],
    ["connect by farcaster", events.connectFarcaster, undefined, undefined, { userName: "linden" }],
    ["get farcaster uri", events.farcasterUri, undefined, undefined, { url: "https://f.example" }],
    [
      "get social redirect URI",
      events.socialRedirectUri,
      { provider: "x" },
      { provider: "x" },
      { uri: "https://x.example" },
    ],
    ["get user", events.getUser, { chainId: 8453 }, { chainId: 8453, rpcUrl }, user],
    ["sign out", events.signOut, undefined, undefined, undefined],
    ["is connected", events.isConnected, {}, undefined, { isConnected: true }],
    ["get chain id", events.getChainId, undefined, undefined, { chainId: 8453 }],
    ["update email", events.updateEmail, { email: "a@b.co" }, { email: "a@b.co" }, { action: "VERIFY_PRIMARY_OTP" }],
    [
      "update email, the code of the old one",
      events.updateEmailPrimaryOtp,
      { otp: "123456" },
      { otp: "123456" },
      undefined,
    ],
    [
      "update email, the code of the new one",
      events.updateEmailSecondaryOtp,
      { otp: "123456" },
      { otp: "123456" },
      { newEmail: "a@b.co" },
    ],
    ["smart account networks", events.smartAccountNetworks, undefined, undefined, { smartAccountEnabledNetworks: [1] }],
    [
      "preferred account",
      events.setPreferredAccount,
      { type: "eoa" },
      { type: "eoa" },
      { type: "eoa", address: "0x1" },
    ],
    ["reload", events.reload, undefined, undefined, undefined],
    [
      "RPC request",
      events.rpcRequest,
      { method: "eth_call", params: [], chainId: 8453, chainNamespace: "eip155" },
      { method: "eth_call", params: [], chainId: 8453, chainNamespace: "eip155", rpcUrl },
      "0x1",
    ],
  ]
  for (const [title, row, input, payload, answer] of kinds)
    test(`Frame posted event: ${title}`, (page) =>
      Effect.gen(function* () {
        const given = yield* answered(page, row, input as never, answer)
        const [message, ...others] = posted(only(page))

        assert.lengthOf(others, 0)
        assert.match(message?.id ?? "", /^[0-9a-z]+$/)
        assert.deepStrictEqual(message, {
          id: message?.id ?? "",
          type: `@w3m-app/${row.name}`,
          ...(payload !== undefined && { payload }),
        })
        assert.deepStrictEqual(given, answer)
      }))

  test(
    "Frame posted event: sync theme data, when it can be asked and when it changes",
    (page) =>
      Effect.gen(function* () {
        yield* asked(events.getChainId, undefined)
        yield* begins(only(page))
        look?.({ mode: "light", variables: { "--portico-accent": "#123456", "--portico-border-radius-master": 2 } })
        yield* settle
        const themes = only(page).posted.filter(({ message }) => message.type === "@w3m-app/SYNC_THEME")

        assert.deepStrictEqual(
          themes.map(({ message }) => message.payload),
          [
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
          ],
        )
      }),
    { now: { ...facts(), theme: following } },
  )

  test("Frame posted event: sync dapp data", (page) =>
    Effect.gen(function* () {
      yield* asked(events.getChainId, undefined)
      yield* begins(only(page))
      const { page: about } = yield* Browser
      const data = only(page).posted.filter(({ message }) => message.type === "@w3m-app/SYNC_DAPP_DATA")

      assert.deepStrictEqual(
        data.map(({ message }) => message.payload),
        [
          {
            metadata: { name: "Fernhill", description: "Seeds", url: about.origin, icons: [] },
            projectId: "fernhill",
            sdkType: "appkit",
            sdkVersion: "html-portico-0",
          },
        ],
      )
    }))

  test("Frame posted event: abort", (page) =>
    Effect.gen(function* () {
      const changes = yield* heard
      const signing = yield* asked(events.rpcRequest, { method: "personal_sign", params: [] })
      yield* begins(only(page))
      yield* (yield* Frame).withdraw
      const message = posted(only(page)).at(-1)

      assert.strictEqual(message?.type, "@w3m-app/RPC_ABORT")
      assert.strictEqual((yield* failureOf(signing))._tag, "RequestAborted")
      assert.deepStrictEqual(
        changes.map(({ is }) => is),
        ["asked", "failed"],
      )
    }))

  test("Frame responses come as success or error events carrying an error message", (page) =>
    Effect.gen(function* () {
      const wrong = yield* asked(events.connectOtp, { otp: "000000" })
      yield* begins(only(page))
      reply(only(page), "ERROR", { message: "Invalid code" })
      yield* answered(page, events.connectOtp, { otp: "123456" })
      const error = yield* failureOf(wrong)

      assert.strictEqual(error._tag, "FrameError")
      assert.strictEqual(error.message, "Invalid code")
    }))

  for (const [title, payload, sentence] of [
    ["the server's", { message: "Try again tomorrow" }, "Try again tomorrow"],
    ["none", {}, "An error occurred"],
    ["nothing at all", undefined, "An error occurred"],
    ["no text", { message: { toString: 1 } }, "An error occurred"],
    ["characters that hide", { message: "\u202eNo\u0000 \u200bway" }, "No way"],
  ] as const)
    test(`An event error response shows the server message, or 'An error occurred': ${title}`, (page) =>
      Effect.gen(function* () {
        const fiber = yield* asked(events.getUser, {})
        yield* begins(only(page))
        reply(only(page), "ERROR", payload)

        assert.strictEqual((yield* failureOf(fiber)).message, sentence)
      }))

  test("an error of 5 MB is cut", (page) =>
    Effect.gen(function* () {
      const fiber = yield* asked(events.getUser, {})
      yield* begins(only(page))
      reply(only(page), "ERROR", { message: "x".repeat(5_000_000) })

      assert.isAtMost((yield* failureOf(fiber)).message.length, limits.message + 1)
    }))

  test("an answer that is none fails", (page) =>
    Effect.gen(function* () {
      const fiber = yield* asked(events.getUser, {})
      yield* begins(only(page))
      reply(only(page), "SUCCESS", { address: 7, chainId: {} })
      const error = yield* failureOf(fiber)

      assert.strictEqual(error.message, "An error occurred")
      assert.strictEqual((error.cause as { _tag: string })._tag, "InvalidInput")
    }))

  test("what no message can carry is not sent", (page) =>
    Effect.gen(function* () {
      const fiber = yield* asked(events.rpcRequest, { method: "eth_call", params: [() => {}] })
      yield* begins(only(page))

      assert.strictEqual((yield* failureOf(fiber))._tag, "InvalidInput")
      assert.lengthOf(posted(only(page)), 0)
    }))

  test("answers come to who asked, in whatever order, and each once", (page) =>
    Effect.gen(function* () {
      const one = yield* asked(events.rpcRequest, { method: "eth_call", params: [1] })
      const other = yield* asked(events.rpcRequest, { method: "eth_call", params: [2] })
      yield* begins(only(page))
      reply(only(page), "SUCCESS", "0x2", 1)
      reply(only(page), "SUCCESS", "0x7", 1)
      reply(only(page), "SUCCESS", "0x1", 0)
      const params = posted(only(page)).map(({ payload }) => (payload as { params: unknown }).params)

      assert.deepStrictEqual(params, [[1], [2]])
      const results = [yield* Fiber.join(one), yield* Fiber.join(other)]
      assert.deepStrictEqual(
        results.map((result) => "success" in result && result.success),
        ["0x1", "0x2"],
      )
    }))

  test("only known RPC methods pass the frame; an unknown one gets 'Requested RPC call is not allowed', and is not posted", (page) =>
    Effect.gen(function* () {
      yield* answered(page, events.rpcRequest, { method: "eth_call", params: [] }, "0x")
      for (const method of ["eth_nope", "eth_sign", "__proto__", ""]) {
        const error = yield* Effect.flip(ask(events.rpcRequest, { method, params: [] }))
        assert.strictEqual(error.message, "Requested RPC call is not allowed")
      }

      assert.lengthOf(posted(only(page)), 1)
    }))

  test("eth_chainId is answered from the last used chain", (page) =>
    Effect.gen(function* () {
      yield* answered(page, events.switchNetwork, { chainId: 8453 }, { chainId: 8453 })
      const id = yield* ask(events.rpcRequest, { method: "eth_chainId", params: [] })

      assert.strictEqual(id, "0x2105")
      assert.lengthOf(posted(only(page)), 1)
    }))
})

describe("A frame that does not work", () => {
  test("Embedded wallet error: iframe load failed (after 20 s)", (page) =>
    Effect.gen(function* () {
      const first = yield* asked(events.getUser, {})
      yield* TestClock.adjust(limits.load - 1)
      yield* settle
      assert.lengthOf(page.slot.children, 1)
      yield* TestClock.adjust(1)
      const error = yield* failureOf(first)

      assert.strictEqual(error._tag, "FrameLoadFailed")
      assert.lengthOf(page.slot.children, 0)
      assert.strictEqual((yield* answered(page, events.getUser, {}, user)).address, user.address)
      assert.lengthOf(page.frames, 2)
    }))

  test(
    "Embedded wallet error: unverified domain",
    () =>
      Effect.gen(function* () {
        const fiber = yield* asked(events.getUser, {})
        yield* TestClock.adjust(limits.load)

        assert.strictEqual((yield* failureOf(fiber))._tag, "UnverifiedDomain")
      }),
    { now: { ...facts(), unlisted: () => true } },
  )

  for (const [title, row, input] of [
    ["connect by email", events.connectEmail, { email: "a@b.co" }],
    ["connect by device", events.connectDevice, undefined],
    ["connect by OTP", events.connectOtp, { otp: "123456" }],
    ["connect by social", events.connectSocial, { uri: "x:" }],
    ["get social redirect URI", events.socialRedirectUri, { provider: "x" }],
  ] as readonly (readonly [string, Row, unknown])[])
    test(`Embedded wallet error: iframe request timeout (120 s): ${title}`, (page) =>
      Effect.gen(function* () {
        const fiber = yield* asked(row, input as never)
        yield* begins(only(page))
        yield* TestClock.adjust(limits.request)

        assert.strictEqual((yield* failureOf(fiber))._tag, "FrameTimeout")
      }))

  test("a visitor may take as long as they like to approve", (page) =>
    Effect.gen(function* () {
      const fiber = yield* asked(events.rpcRequest, { method: "personal_sign", params: [] })
      yield* begins(only(page))
      yield* TestClock.adjust("1 hour")
      reply(only(page), "SUCCESS", "0x1")
      const result = yield* Fiber.join(fiber)

      assert.strictEqual("success" in result && result.success, "0x1")
    }))

  const losses: readonly (readonly [title: string, happens: (framed: Framed) => void])[] = [
    ["begins anew", ({ say }) => say({ type: "@w3m-frame/READY", payload: {} })],
    ["goes to another page", ({ loads }) => loads()],
    ["says that it broke", ({ element }) => element.dispatchEvent(new Event("error"))],
  ]
  for (const [title, happens] of losses)
    test(`a frame that ${title} while it is asked fails all that is open, and is loaded anew by the next question`, (page) =>
      Effect.gen(function* () {
        const changes = yield* heard
        const one = yield* asked(events.getUser, {})
        const other = yield* asked(events.rpcRequest, { method: "personal_sign", params: [] })
        yield* begins(only(page))
        happens(only(page))

        assert.strictEqual((yield* failureOf(one))._tag, "FrameLoadFailed")
        assert.strictEqual((yield* failureOf(other))._tag, "FrameLoadFailed")
        assert.lengthOf(page.slot.children, 0)
        assert.deepStrictEqual(changes.map(({ is }) => is).sort(), ["asked", "failed", "unreachable", "unreachable"])
        yield* answered(page, events.getChainId, undefined, { chainId: 1 })
        assert.lengthOf(page.frames, 2)
      }))

  test("a frame that was asked to begin anew does so without a word, and is not missed", (page) =>
    Effect.gen(function* () {
      const changes = yield* heard
      const fiber = yield* asked(events.reload, undefined)
      yield* begins(only(page))
      only(page).loads()

      assert.strictEqual((yield* Fiber.join(fiber))._tag, "Success")
      assert.deepStrictEqual(changes, [])
      yield* answered(page, events.getChainId, undefined, { chainId: 1 })
      assert.lengthOf(page.frames, 2)
    }))

  test("a frame that the site took off the page is made anew by the next question, and what was open fails", (page) =>
    Effect.gen(function* () {
      const open = yield* asked(events.rpcRequest, { method: "personal_sign", params: [] })
      yield* begins(only(page))
      Object.defineProperty(only(page).element, "contentWindow", { value: null })
      yield* answered(page, events.getChainId, undefined, { chainId: 1 })

      assert.lengthOf(page.frames, 2)
      assert.strictEqual((yield* failureOf(open))._tag, "FrameLoadFailed")
    }))

  test("a frame that is ready before its pictures are there has not left its page", (page) =>
    Effect.gen(function* () {
      const fiber = yield* asked(events.getUser, {})
      only(page).say({ type: "@w3m-frame/READY", payload: {} })
      yield* settle
      yield* TestClock.adjust(limits.readyDelay)
      yield* settle
      only(page).loads()
      reply(only(page), "SUCCESS", user)

      assert.isTrue("success" in (yield* Fiber.join(fiber)))
    }))

  test("An abort otherwise (not RPC) gives 'Something went wrong'; a Farcaster link is waited for all the same", (page) =>
    Effect.gen(function* () {
      const link = yield* asked(events.farcasterUri, undefined)
      const fiber = yield* asked(events.getUser, {})
      yield* begins(only(page))
      yield* (yield* Frame).abort
      const error = yield* failureOf(fiber)
      reply(only(page), "SUCCESS", { url: "https://f.example" }, 0)

      assert.strictEqual(error._tag, "SomethingWentWrong")
      assert.strictEqual(error.message, "Something went wrong")
      assert.isTrue("success" in (yield* Fiber.join(link)))
    }))

  it.effect("leaves the page, and hears nothing more, when its modal ends", () =>
    Effect.gen(function* () {
      const page = framePage(() => {})
      const scope = yield* Scope.make()
      const context = yield* Scope.provide(Layer.build(page.leaf), scope)
      const fiber = yield* Effect.forkChild(Effect.result(Effect.provide(ask(events.getUser, {}), context)))
      yield* settle
      yield* begins(only(page))
      yield* Scope.close(scope, Exit.void)

      assert.lengthOf(page.slot.children, 0)
      assert.strictEqual((yield* failureOf(fiber))._tag, "FrameLoadFailed")
    }),
  )
})

describe("What the embedded wallet keeps", () => {
  test("An email update within 30 seconds of a previous one is blocked with 'Please try again after N seconds'", (page) =>
    Effect.gen(function* () {
      yield* answered(page, events.updateEmail, { email: "a@b.co" }, { action: "VERIFY_PRIMARY_OTP" })
      yield* TestClock.adjust("12500 millis")
      const again = yield* Effect.flip(ask(events.updateEmail, { email: "a@b.co" }))
      yield* TestClock.adjust("17500 millis")
      yield* answered(page, events.connectEmail, { email: "a@b.co" }, { action: "VERIFY_OTP" })

      assert.strictEqual(again.message, "Please try again after 17 seconds")
    }))

  test("whoever is looked up again, as on a change of network, may not have another e-mail the sooner", (page) =>
    Effect.gen(function* () {
      yield* answered(page, events.getUser, {}, user)
      yield* answered(page, events.updateEmail, { email: "a@b.co" }, { action: "VERIFY_PRIMARY_OTP" })
      yield* answered(page, events.getUser, { chainId: 1 }, user)
      const again = yield* Effect.flip(ask(events.updateEmail, { email: "a@b.co" }))

      assert.strictEqual(again.message, "Please try again after 30 seconds")
    }))

  test("an e-mail that was not sent blocks no other, nor does one of a clock that was set back", (page) =>
    Effect.gen(function* () {
      const refused = yield* asked(events.connectEmail, { email: "a@b.co" })
      yield* begins(only(page))
      reply(only(page), "ERROR", { message: "No" })
      yield* failureOf(refused)
      yield* TestClock.adjust("2 hours")
      yield* answered(page, events.connectEmail, { email: "a@b.co" }, { action: "VERIFY_OTP" })
      yield* TestClock.setTime(1_000)
      yield* answered(page, events.connectEmail, { email: "a@b.co" }, { action: "VERIFY_OTP" })
    }))

  test("the session's token is handed back, and a login that is over forgotten", (page) =>
    Effect.gen(function* () {
      const frame = yield* Frame
      yield* answered(page, events.getUser, {}, user)
      only(page).say({ type: "@w3m-frame/SESSION_UPDATE", payload: { token: "t0k3n" } })
      only(page).say({ type: "@w3m-frame/SESSION_UPDATE", payload: { token: "x".repeat(5_000_000) } })
      only(page).say({ type: "@w3m-frame/SESSION_UPDATE", payload: { token: 7 } })
      yield* settle
      yield* answered(page, events.isConnected, {}, { isConnected: true })
      assert.deepStrictEqual(posted(only(page)).at(-1)?.payload, { token: "t0k3n" })
      assert.strictEqual((yield* frame.kept)?.email, user.email)
      yield* answered(page, events.isConnected, {}, { isConnected: false })

      assert.strictEqual(yield* frame.kept, undefined)
    }))

  it.effect("Browser-stored keys are prefixed", () =>
    Effect.gen(function* () {
      const shelf = new Shelf()
      vi.stubGlobal("localStorage", shelf)
      const page = framePage(() => {}, {}, local.layer("portico:default:"))
      yield* Effect.gen(function* () {
        yield* answered(page, events.connectEmail, { email: "linden@fernhill.example" }, { action: "VERIFY_OTP" })
        assert.strictEqual(shelf.getItem("portico:default:auth_last_email_time"), "0")
        yield* answered(page, events.connectSocial, { uri: "x:" }, { ...user, userName: "linden" })
        yield* answered(page, events.smartAccountNetworks, undefined, { smartAccountEnabledNetworks: [1, 8453] })
        const keys = names(shelf)
        assert.deepStrictEqual(Object.fromEntries(keys.map((key) => [key, shelf.getItem(key)])), {
          "portico:default:auth_email": '"linden@fernhill.example"',
          "portico:default:auth_login_used": "true",
          "portico:default:auth_username": '"linden"',
          "portico:default:auth_last_chain": "8453",
          "portico:default:auth_smart_account_networks": "[1,8453]",
        })
        yield* answered(page, events.signOut, undefined)
        assert.deepStrictEqual(names(shelf), ["portico:default:auth_smart_account_networks"])
      }).pipe(Effect.provide(page.leaf), Effect.scoped)
    }).pipe(Effect.ensuring(Effect.sync(() => vi.unstubAllGlobals()))),
  )
})

describe("A social login's window", () => {
  const popupOf = (given: Partial<Popup> = {}) => {
    const own = {}
    const went: string[] = []
    const popup: Popup = {
      blocked: false,
      go: (url) => void went.push(url),
      close: () => {},
      isClosed: () => false,
      sent: ({ source }) => source === own,
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

  afterEach(() => vi.unstubAllGlobals())

  test("Auth provider: a popup (600x800) opens on the secure site's loading page for social login", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* Frame).loadingPage, `${secure}/loading`)
      assert.deepStrictEqual([socialPopup.width, socialPopup.height], [600, 800])
    }))

  test("gives what comes from the secure site's origin and this very window, and nothing else", () =>
    Effect.gen(function* () {
      const { popup, went, says } = popupOf()
      const fiber = yield* login(popup)
      says({ resultUri: "https://evil.example" }, secure, {})
      says({ resultUri: "https://evil.example" }, "https://evil.example", window)
      says({ resultUri: 7 })
      says("resultUri")
      says(null)
      says({ other: true }, "https://provider.example")
      says({ resultUri: "https://secure.example/result?name=linden" })
      const result = yield* Fiber.join(fiber)

      assert.deepStrictEqual(went, ["https://provider.example/in"])
      assert.strictEqual("success" in result && result.success, "https://secure.example/result?name=linden")
    }))

  test("fails when it went elsewhere and claims to have a result", () =>
    Effect.gen(function* () {
      const { popup, says } = popupOf()
      const fiber = yield* login(popup)
      says({ resultUri: "https://evil.example" }, "https://evil.example")
      const error = yield* failureOf(fiber)

      assert.strictEqual(error._tag, "SocialConnectFailed")
      assert.strictEqual((error as unknown as { reason: string }).reason, "untrusted")
    }))

  test("is looked for each second, and closed is closed", () =>
    Effect.gen(function* () {
      vi.stubGlobal("fetch", async () => new Response(null))
      let closed = false
      const { popup } = popupOf({ isClosed: () => closed })
      const fiber = yield* login(popup)
      yield* TestClock.adjust(socialPopup.closedCheck)
      closed = true
      yield* TestClock.adjust(socialPopup.closedCheck - 1)
      yield* settle
      assert.isUndefined(fiber.pollUnsafe())
      yield* TestClock.adjust(1)

      assert.strictEqual((yield* failureOf(fiber))._tag, "PopupClosed")
    }))

  test("is not said to be closed where the page isolates itself", () =>
    Effect.gen(function* () {
      const headers = { "cross-origin-opener-policy": "same-origin; report-to=coop" }
      vi.stubGlobal("fetch", async () => new Response(null, { headers }))
      const { popup } = popupOf({ isClosed: () => true })
      const error = yield* failureOf(yield* login(popup))

      assert.strictEqual(error._tag, "SocialConnectFailed")
      assert.strictEqual((error as unknown as { reason: string }).reason, "unheard")
      assert.match(String(error.cause), /Cross-Origin-Opener-Policy/)
    }))

  test("is closed where the page's policy lets windows be heard, or cannot be asked", () =>
    Effect.gen(function* () {
      const headers = { "cross-origin-opener-policy": "same-origin-allow-popups" }
      for (const answer of [async () => new Response(null, { headers }), async () => Promise.reject(new Error("No"))]) {
        vi.stubGlobal("fetch", answer)
        const { popup } = popupOf({ isClosed: () => true })

        assert.strictEqual((yield* failureOf(yield* login(popup)))._tag, "PopupClosed")
      }
    }))

  test("that the browser blocked is told as that", () =>
    Effect.gen(function* () {
      const { popup } = popupOf({ blocked: true, isClosed: () => true })
      const error = yield* failureOf(yield* login(popup))

      assert.strictEqual((error as unknown as { reason: string }).reason, "blocked")
    }))
})

const names = (shelf: Shelf) =>
  Array.from({ length: shelf.length }, (_, at) => shelf.key(at) ?? "").filter((key) => key.includes("auth_"))

/** Tells the theme another time. */
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
  yield* (yield* Frame).follow((change) => changes.push(change))
  return changes
})
