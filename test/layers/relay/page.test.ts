// @vitest-environment happy-dom

import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { verification } from "../../../layers/relay/client/verify.ts"
import { verifyWait } from "../../../src/walletConnect/limits.ts"
import { afterAll, afterEach, assert, beforeAll, beforeEach, describe, it } from "../../fixtures/it.ts"
import { eventually } from "../../fixtures/server.ts"
import { ended } from "../../fixtures/time.ts"
import { coded, holdingTimersFrom, relay as loopback, pageOn } from "./relayWorld.ts"

const { settings } = (window as unknown as { happyDOM: { settings: Settings } }).happyDOM
interface Settings {
  enableIframePageLoading: boolean
  readonly fetch: { interceptor: object | null }
}

beforeAll(() => {
  // Frames get an empty page, whatever their URL.
  settings.enableIframePageLoading = true
  settings.fetch.interceptor = { beforeAsyncRequest: async () => new Response("") }
})

// The files of a worker may share this window.
afterAll(() => {
  settings.enableIframePageLoading = false
  settings.fetch.interceptor = null
})

/** Returns how many listeners of the window read a message. */
const readers = () => {
  let count = 0
  const message = new MessageEvent("message")
  Object.defineProperty(message, "source", {
    get: () => {
      count++
      return null
    },
  })
  window.dispatchEvent(message)
  return count
}

describe("The relay's domain check", () => {
  it.effect("waits only once per page load if its host does not respond, and leaves no frame", function* () {
    const others = readers()
    const verify = verification("http://127.0.0.1:9", "project")
    const first = yield* Effect.forkChild(verify(message("one")))
    yield* TestClock.adjust(verifyWait - 1)
    const [frame] = frames()
    assert.lengthOf(frames(), 1)
    const url = new URL(frame?.src ?? "")
    assert.strictEqual(url.origin + url.pathname, "http://127.0.0.1:9/v3/attestation")
    assert.strictEqual(frame?.getAttribute("sandbox"), "allow-scripts allow-same-origin")
    assert.isTrue(frame?.hidden)
    assert.deepStrictEqual(Object.fromEntries(url.searchParams), {
      projectId: "project",
      origin: location.origin,
      id: "one",
      decryptedId: "decrypted",
    })
    yield* TestClock.adjust(1)

    assert.strictEqual(yield* ended(first), "")
    assert.lengthOf(frames(), 0)
    assert.strictEqual(yield* verify(message("two")), "")
    assert.strictEqual(readers(), others, "it still reads messages")
  })

  it.effect("returns the host's attestation of this message, and ignores all other messages", function* () {
    const verify = verification(host, "project")
    const answer = yield* Effect.forkChild(verify(message("one")))
    yield* TestClock.adjust(0)

    says(attested("one"), { source: window })
    says(attested("one"), { origin: "https://elsewhere.example" })
    says(attested("other"))
    says("{")
    says(JSON.stringify({ type: "verify_attestation", attestation: 7 }))
    says(JSON.stringify({ type: "something", attestation: null }))
    assert.lengthOf(frames(), 1)
    says(attested("one"))

    assert.strictEqual(yield* Fiber.join(answer), tokenOf("one"))
    assert.lengthOf(frames(), 0)
  })

  const payloads: readonly (readonly [form: string, data: unknown, token: string])[] = [
    ["an object", { type: "verify_attestation", attestation: tokenOf("one") }, tokenOf("one")],
    // Base64 of these has a slash and a plus, which are others in a token.
    ["a token in the alphabet of URLs", attested("???>>>"), tokenOf("???>>>")],
  ]
  it.effect.each(payloads)("accepts %s", function* ([, data, token]) {
    const { id } = JSON.parse(atob((token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/")))
    const answer = yield* Effect.forkChild(verification(host, "project")(message(id)))
    yield* TestClock.adjust(0)
    says(data)

    assert.strictEqual(yield* Fiber.join(answer), token)
  })

  it.live("ends with its page, and leaves no frame", function* () {
    const relay = yield* loopback
    yield* holdingTimersFrom(verifyWait)
    yield* Effect.gen(function* () {
      yield* Effect.forkChild(coded)
      yield* eventually(() => frames().length === 1)
    }).pipe(Effect.provide(pageOn(relay, { verify: host }).layer))

    yield* eventually(() => frames().length === 0)
  })

  it.effect(
    "continues for a page that the host does not vouch for, and repeats the request for the next message",
    function* () {
      const verify = verification(host, "project")
      for (const id of ["one", "two"]) {
        const answer = yield* Effect.forkChild(verify(message(id)))
        yield* TestClock.adjust(0)
        says(JSON.stringify({ type: "verify_attestation", attestation: null }))

        assert.strictEqual(yield* Fiber.join(answer), "")
      }
    },
  )

  it.live("is made for a proposal before its pairing URI is shown", function* () {
    const relay = yield* loopback
    yield* Effect.gen(function* () {
      const proposed = yield* Effect.forkChild(coded)
      yield* eventually(() => frames().length === 1)
      assert.deepStrictEqual(relay.log, [])
      says(attested(new URL(frames()[0]?.src ?? "").searchParams.get("id") ?? ""))
      yield* Fiber.join(proposed)
    }).pipe(Effect.provide(pageOn(relay, { verify: host }).layer))
  })

  it.effect("makes no request if no host is set", function* () {
    assert.strictEqual(yield* verification(undefined, "project")(message("one")), "")
    assert.lengthOf(frames(), 0)
  })
})

describe("A page with the relay layer", () => {
  const listening = new Map<unknown, string>()
  const { addEventListener, removeEventListener } = window
  beforeEach(() => {
    Reflect.set(window, "addEventListener", (name: string, listener: EventListener) => {
      listening.set(listener, name)
      addEventListener.call(window, name, listener)
    })
    Reflect.set(window, "removeEventListener", (name: string, listener: EventListener) => {
      listening.delete(listener)
      removeEventListener.call(window, name, listener)
    })
  })
  afterEach(() => {
    Object.assign(window, { addEventListener, removeEventListener })
  })

  it.live("gets no listener and no global from the library", function* () {
    const relay = yield* loopback
    // Makes the library treat this as a browser.
    const { versions } = process
    Object.defineProperty(process, "versions", { ...descriptor, value: { ...versions, node: undefined } })
    yield* Effect.addFinalizer(() => Effect.sync(() => Object.defineProperty(process, "versions", descriptor)))
    yield* Effect.provide(coded, pageOn(relay).layer)

    assert.deepStrictEqual([...listening.values()], [])
    assert.isFalse(Object.keys(window).some((name) => /walletconnect|downloadLogs/i.test(name)))
  })
})

const descriptor = Object.getOwnPropertyDescriptor(process, "versions") ?? {}
const host = "https://verify.example"
const message = (id: string) => ({ id, decryptedId: "decrypted" })
/** The first frame's page posts a message. */
const says = (data: unknown, from: MessageEventInit = {}) =>
  window.dispatchEvent(
    new MessageEvent("message", { data, source: frames()[0]?.contentWindow ?? null, origin: host, ...from }),
  )
const frames = () => [...document.querySelectorAll("iframe")]
const tokenOf = (id: string) =>
  `head.${btoa(JSON.stringify({ id })).replaceAll("+", "-").replaceAll("/", "_")}.signature`
const attested = (id: string) => JSON.stringify({ type: "verify_attestation", attestation: tokenOf(id) })
