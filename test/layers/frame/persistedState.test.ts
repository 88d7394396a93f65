// @vitest-environment happy-dom
import { Clock, Effect } from "effect"
import { TestClock } from "effect/testing"
import * as local from "../../../layers/storage/local.ts"
import { Frame } from "../../../services/Frame.ts"
import * as events from "../../../src/embedded/endpoints/frameEvents.ts"
import { frame as limits } from "../../../src/embedded/limits.ts"
import { afterEach, assert, describe, it, vi } from "../../fixtures/it.ts"
import { Shelf } from "../../fixtures/shelf.ts"
import { settle } from "../../fixtures/time.ts"
import {
  answered,
  asked,
  begins,
  begun,
  failureOf,
  type Page,
  posted,
  reply,
  successOf,
  test,
  user,
} from "./frameSteps.ts"
import { framePage } from "./frameWorld.ts"

const names = (shelf: Shelf) =>
  Array.from({ length: shelf.length }, (_, at) => shelf.key(at) ?? "").filter((key) => key.includes("auth_"))

afterEach(() => vi.unstubAllGlobals())

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
