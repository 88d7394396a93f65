import { assert, describe, it, vi } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { TestClock } from "effect/testing"
import * as scripted from "../../layers/browser/withoutWindow.ts"
import { createWorld, demo } from "../../layers/demo.ts"
import { Browser, type Platform } from "../../services/Browser.ts"
import { Frame } from "../../services/Frame.ts"
import { Telemetry } from "../../services/Telemetry.ts"
import type { FrameEvent } from "../../src/embedded/endpoints/frameEvents.ts"
import { login } from "../../src/embedded/first-paint/state.ts"
import { socialReturn } from "../../src/embedded/limits.ts"
import { logInWith, resumeSocial } from "../../src/embedded/operations/social.ts"
import { FrameError } from "../../src/errors/index.ts"
import { openModal } from "../../src/navigation/opening/flows.ts"
import { CurrentModal, slicesOf } from "../../src/runtime/currentModal.ts"
import { settled } from "../contracts/settled.ts"
import { rest, shelf, visit } from "../fixtures/modal.ts"
// Loads a login's code in advance, so an unwanted login would be noticed.
import "../fixtures/embedded.ts"

const page = "https://site.example/shop?item=5"
const providerUri = "https://provider.example/oauth?state=s1"
const result = "https://secure.example/result?provider=google"
/** A result that the frame refuses. */
const refused = `${result}&refused=1`
const inTelegram: Partial<Platform> = { telegram: true, os: "ios" }

/** One load of the page at `url`: what it opens, its requests to the frame, and its URL at the first event. */
const load = (kept: ReturnType<typeof shelf>, url: string, platform: Partial<Platform> = inTelegram) => {
  const opened: string[] = []
  const asked: string[] = []
  const seen: string[] = []
  const world = createWorld({
    latency: 0,
    project: { features: [{ id: "social_login", isEnabled: true, config: ["google"] }] },
  })
  const frame = Layer.effect(
    Frame,
    Effect.map(Frame, (real) => ({
      ...real,
      request: <Input, Answer>(event: FrameEvent<Input, Answer>, input: Input) => {
        asked.push(`${event.name} ${JSON.stringify(input)}`)
        if (JSON.stringify(input)?.includes(refused)) return Effect.fail(new FrameError("Refused"))
        return event.name === "GET_SOCIAL_REDIRECT_URI"
          ? Effect.succeed({ uri: providerUri } as Answer)
          : real.request(event, input)
      },
    })),
  ).pipe(Layer.provide(demo(world).frame))
  const telemetry = Layer.effect(
    Telemetry,
    Effect.map(Browser, (browser) => ({
      track: () => Effect.sync(() => void seen.push(browser.page.url)),
      report: (defect) => Effect.die(defect),
      allow: () => Effect.void,
      refused: Effect.never,
    })),
  )
  const browser = scripted.layer({ platform, page: { url }, opened: (to, target) => opened.push(`${target} ${to}`) })
  return {
    opened,
    asked,
    first: () => seen[0],
    go: <A, E>(run: Parameters<typeof visit<A, E>>[1]) =>
      visit(world, run, { layers: { frame, telemetry, storage: kept.layer, browser } }),
  }
}

/** Leaves for Google. Returns the URL to which the provider sends the visitor back. */
const leaves = (kept: ReturnType<typeof shelf>, url = page) => {
  const { go, opened } = load(kept, url)
  const run = Effect.gen(function* () {
    yield* openModal()
    yield* Effect.forkChild(logInWith("google", undefined, { untrusted: "" }))
    yield* settled(rest)
    assert.strictEqual((yield* CurrentModal).core.route.peek()?.name, "ConnectingSocial")
    assert.strictEqual((yield* slicesOf(login)).telegram.peek(), "ios")
    const [target, to = ""] = opened[0]?.split(" ") ?? []
    assert.deepStrictEqual([opened.length, target], [1, "top"])
    const [state, back = ""] = new URL(to).searchParams.get("state")?.split("--") ?? []
    assert.strictEqual(state, "s1")
    return back
  })
  return go(run)
}

/** The URL with the provider's result, as the provider adds it. */
const withResult = (url: string) => {
  const back = new URL(url)
  back.searchParams.set("result_uri", result)
  return back.href
}

/** Loads the page at a URL. Returns the login that connected, if any, and the frame's requests for it. */
const returns = (kept: ReturnType<typeof shelf>, url: string, platform = inTelegram) =>
  Effect.suspend(() => {
    const { go, asked, first } = load(kept, url, platform)
    const run = Effect.gen(function* () {
      const { core } = yield* CurrentModal
      yield* settled(rest)
      const handed = asked.filter((event) => event.startsWith("CONNECT_SOCIAL"))
      return { login: core.connection.peek()?.auth?.name, handed, first: first(), at: (yield* Browser).page.url }
    })
    return go(run as never) as Effect.Effect<{
      readonly login: string | undefined
      readonly handed: readonly string[]
      readonly first: string | undefined
      readonly at: string
    }>
  })

describe("Social login inside Telegram", () => {
  it.effect("connects a visitor who returns with the nonce that was sent", () =>
    Effect.gen(function* () {
      const kept = shelf()
      const back = yield* leaves(kept)
      assert.match(new URL(back).searchParams.get("portico_state") ?? "", /^[0-9a-f]{32}$/)
      yield* TestClock.adjust(socialReturn - 60_000)

      const { login, handed, first, at } = yield* returns(kept, withResult(back))
      assert.strictEqual(login, "google")
      assert.include(handed.join(), result)
      // Both parameters were removed before anything read the URL.
      assert.deepStrictEqual([first, at], [page, page])
    }),
  )

  it.effect("sends a new nonce each time, different from the one an earlier login returned with", () =>
    Effect.gen(function* () {
      const one = yield* leaves(shelf())
      const other = yield* leaves(shelf())
      assert.notStrictEqual(one, other)
      const again = new URL(yield* leaves(shelf(), `${page}&portico_state=old`))
      assert.isNull(again.searchParams.get("result_uri"))
      assert.lengthOf(again.searchParams.getAll("portico_state"), 1)
    }),
  )

  const links: readonly (readonly [
    what: string,
    attack: (back: string) => { readonly link: string; readonly after?: number; readonly platform?: Partial<Platform> },
  ])[] = [
    ["without the nonce", () => ({ link: withResult(page) })],
    ["with a guessed nonce", () => ({ link: withResult(`${page}&portico_state=${"0".repeat(32)}`) })],
    ["with an empty nonce", () => ({ link: withResult(`${page}&portico_state=`) })],
    ["after its time limit", (back) => ({ link: withResult(back), after: socialReturn })],
    ["30 days later", (back) => ({ link: withResult(back), after: 30 * 24 * 60 * 60_000 })],
    ["outside Telegram", (back) => ({ link: withResult(back), platform: {} })],
  ]

  it.effect.each(links)("connects nothing through a link opened %s, and forgets the login", ([, attack]) =>
    Effect.gen(function* () {
      const kept = shelf()
      const back = yield* leaves(kept)
      const { link, after = 1_000, platform } = attack(back)
      yield* TestClock.adjust(after)

      const lured = yield* returns(kept, link, platform)
      assert.deepStrictEqual([lured.login, lured.handed], [undefined, []])
      assert.notInclude(lured.at, "result_uri")
      // The genuine return comes too late then.
      const late = yield* returns(kept, withResult(back))
      assert.deepStrictEqual([late.login, late.handed], [undefined, []])
    }),
  )

  it.effect.each([
    [0, true],
    [socialReturn - 1, true],
    [socialReturn, false],
    [-1, false],
  ] as const)("is accepted %i ms after the visitor left: %s", ([after, accepted]) => {
    const { go, asked } = load(shelf(), page)
    return go(
      Effect.gen(function* () {
        const { core } = yield* CurrentModal
        const shown = new Set<string | undefined>()
        core.route.subscribe((route) => void shown.add(route?.name))
        yield* TestClock.adjust("1 day")
        const at = (yield* Clock.currentTimeMillis) - after
        const left = { provider: "google", state: "s", at } as const
        yield* settled(resumeSocial({ uri: result, state: "s", left }))
        const done = [asked.length > 0, shown.has("ConnectingSocial"), core.connection.peek() !== undefined]
        assert.deepStrictEqual(done, [accepted, accepted, accepted])
        assert.isFalse(core.open.peek())
      }) as never,
    )
  })

  it.effect("shows in its view that the provider's result was refused", () => {
    const { go } = load(shelf(), page)
    return go(
      Effect.gen(function* () {
        const { core } = yield* CurrentModal
        const left = { provider: "google", state: "s", at: yield* Clock.currentTimeMillis } as const
        yield* settled(resumeSocial({ uri: refused, state: "s", left }))
        assert.deepStrictEqual(core.stack.peek(), [{ name: "ConnectingSocial", provider: "google" }])
        assert.isTrue(core.open.peek())
        assert.strictEqual((yield* slicesOf(login)).social.peek().status, "failed")
      }) as never,
    )
  })

  it.effect("leaves a hint that makes the page load its engine when the visitor returns", () =>
    Effect.gen(function* () {
      const hints = new Map<string, string>()
      const setItem = (key: string, value: string) => hints.set(key, value)
      vi.stubGlobal("localStorage", { setItem, getItem: (key: string) => hints.get(key) ?? null })
      yield* leaves(shelf())
      assert.deepStrictEqual([...hints.values()], ["1"])
    }).pipe(Effect.ensuring(Effect.sync(() => vi.unstubAllGlobals()))),
  )

  it.effect("is forgotten by any start of the page, even without a result", () =>
    Effect.gen(function* () {
      const kept = shelf()
      const back = yield* leaves(kept)
      yield* returns(kept, page)
      assert.deepStrictEqual((yield* returns(kept, withResult(back))).handed, [])
    }),
  )

  it.effect.each([
    ["that never began", {}],
    ["that an older release started", { social_provider: '"google"' }],
    ["from the future", { "social_provider@2": '{"provider":"google","state":"s","at":9e15}' }],
    ["without a time", { "social_provider@2": '{"provider":"google","state":"s"}' }],
    ["of an unknown provider", { "social_provider@2": '{"provider":"bank","state":"s","at":0}' }],
  ] as const)("connects nothing through a link for a login %s", ([, stored]) =>
    Effect.gen(function* () {
      const { login, handed, at } = yield* returns(shelf({ ...stored }), withResult(`${page}&portico_state=s`))
      assert.deepStrictEqual([login, handed, at], [undefined, [], page])
    }),
  )
})
