// @vitest-environment happy-dom
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { Frame, type Popup } from "../../../services/Frame.ts"
import { rejecting } from "../../fixtures/hostile.ts"
import { afterEach, assert, describe, vi } from "../../fixtures/it.ts"
import { settle } from "../../fixtures/time.ts"
import { failureOf, secure, successOf, test, unheardSince } from "./frameSteps.ts"

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
