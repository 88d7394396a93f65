// @vitest-environment happy-dom
import { Effect, Exit, Fiber, Layer, Scope } from "effect"
import { TestClock } from "effect/testing"
import * as browser from "../../../layers/browser/withoutWindow.ts"
import * as dialog from "../../../layers/dialog/none.ts"
import { layer as frameLayer } from "../../../layers/frame/iframe.ts"
import { lazyFrame } from "../../../layers/frame/lazyFrame.ts"
import { layer as memory } from "../../../layers/storage/memory.ts"
import { Frame, type Popup } from "../../../services/Frame.ts"
import * as events from "../../../src/embedded/endpoints/frameEvents.ts"
import { frame as limits } from "../../../src/embedded/limits.ts"
import { fails } from "../../fixtures/fails.ts"
import { rejecting } from "../../fixtures/hostile.ts"
import { assert, describe, it } from "../../fixtures/it.ts"
import { settle } from "../../fixtures/time.ts"
import {
  answered,
  ask,
  asked,
  begun,
  facts,
  failureOf,
  heard,
  type Row,
  reply,
  successOf,
  test,
  unheardSince,
  user,
} from "./frameSteps.ts"
import { type Framed, framePage } from "./frameWorld.ts"

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
