// @vitest-environment happy-dom

import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { TestClock } from "effect/testing"
import { verification } from "../../layers/relay/verify.ts"
import { Relay } from "../../services/Relay.ts"
import { verifyWait } from "../../src/domain/limits.ts"
import { afterEach, assert, beforeAll, beforeEach, describe, it } from "../fixtures/it.ts"
import { relay as loopback, networks, pageOn } from "./relayWorld.ts"
import { eventually } from "./server.ts"

beforeAll(() => {
  // Frames get an empty page, whatever their address.
  const { happyDOM } = window as unknown as {
    happyDOM: { settings: { enableIframePageLoading: boolean; fetch: object } }
  }
  happyDOM.settings.enableIframePageLoading = true
  Object.assign(happyDOM.settings.fetch, { interceptor: { beforeAsyncRequest: async () => new Response("") } })
})

describe("The relay's domain check", () => {
  it.effect("costs one wait in the page's life when its host does not answer, and leaves no frame", function* () {
    const verify = verification("http://127.0.0.1:9", "project")
    const first = yield* Effect.forkChild(verify(message("one")))
    yield* TestClock.adjust(verifyWait - 1)
    const [frame] = frames()
    assert.lengthOf(frames(), 1)
    const url = new URL(frame?.src ?? "")
    assert.strictEqual(url.origin + url.pathname, "http://127.0.0.1:9/v3/attestation")
    assert.deepStrictEqual(Object.fromEntries(url.searchParams), {
      projectId: "project",
      origin: location.origin,
      id: "one",
      decryptedId: "decrypted",
    })
    yield* TestClock.adjust(1)

    assert.strictEqual(yield* Fiber.join(first), "")
    assert.lengthOf(frames(), 0)
    assert.strictEqual(yield* verify(message("two")), "")
  })

  it.effect("gives what the host says of this message, and hears nobody else", function* () {
    const verify = verification(host, "project")
    const answer = yield* Effect.forkChild(verify(message("one")))
    yield* TestClock.adjust(0)
    const source = frames()[0]?.contentWindow ?? null
    const says = (data: unknown, from: MessageEventInit = { source, origin: host }) =>
      window.dispatchEvent(new MessageEvent("message", { data, ...from }))

    says(attested("one"), { source: window, origin: host })
    says(attested("one"), { source, origin: "https://elsewhere.example" })
    says(attested("other"))
    says("{")
    says(JSON.stringify({ type: "verify_attestation", attestation: 7 }))
    says(JSON.stringify({ type: "something" }))
    assert.lengthOf(frames(), 1)
    says(attested("one"))

    assert.strictEqual(yield* Fiber.join(answer), tokenOf("one"))
    assert.lengthOf(frames(), 0)
  })

  it.effect(
    "goes on without a word for a page that the host does not vouch for, and asks again for the next message",
    function* () {
      const verify = verification(host, "project")
      for (const id of ["one", "two"]) {
        const answer = yield* Effect.forkChild(verify(message(id)))
        yield* TestClock.adjust(0)
        const data = JSON.stringify({ type: "verify_attestation", attestation: null })
        window.dispatchEvent(
          new MessageEvent("message", { data, source: frames()[0]?.contentWindow ?? null, origin: host }),
        )

        assert.strictEqual(yield* Fiber.join(answer), "")
      }
    },
  )

  it.live("is made for a proposal before its code is given", function* () {
    const relay = yield* loopback
    yield* Effect.gen(function* () {
      const code = yield* Deferred.make<string>()
      const { connect } = yield* Relay
      yield* Effect.forkChild(connect({ networks, paired: (uri) => Deferred.doneUnsafe(code, Effect.succeed(uri)) }))
      yield* eventually(() => frames().length === 1)
      const { searchParams } = new URL(frames()[0]?.src ?? "")
      assert.deepStrictEqual(relay.log, [])
      const data = attested(searchParams.get("id") ?? "")
      window.dispatchEvent(
        new MessageEvent("message", { data, source: frames()[0]?.contentWindow ?? null, origin: host }),
      )
      yield* Deferred.await(code)
    }).pipe(Effect.provide(pageOn(relay, { verify: host }).leaf))
  })

  it.effect("asks nobody where no host is set", function* () {
    assert.strictEqual(yield* verification(undefined, "project")(message("one")), "")
    assert.lengthOf(frames(), 0)
  })
})

describe("A page with the relay's leaf", () => {
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
    // So that it takes this for a browser.
    const { versions } = process
    Object.defineProperty(process, "versions", { ...descriptor, value: { ...versions, node: undefined } })
    yield* Effect.addFinalizer(() => Effect.sync(() => Object.defineProperty(process, "versions", descriptor)))
    yield* Effect.gen(function* () {
      const code = yield* Deferred.make<string>()
      yield* Effect.forkChild(
        Effect.flatMap(Relay, ({ connect }) =>
          connect({ networks, paired: (uri) => Deferred.doneUnsafe(code, Effect.succeed(uri)) }),
        ),
      )
      yield* Deferred.await(code)
    }).pipe(Effect.provide(pageOn(relay).leaf))

    assert.deepStrictEqual([...listening.values()], [])
    assert.deepStrictEqual(
      Object.keys(window).filter((name) => /walletconnect|downloadLogs/i.test(name)),
      [],
    )
  })
})

const descriptor = Object.getOwnPropertyDescriptor(process, "versions") ?? {}
const host = "https://verify.example"
const message = (id: string) => ({ id, decryptedId: "decrypted" })
const frames = () => [...document.querySelectorAll("iframe")]
const tokenOf = (id: string) => `head.${btoa(JSON.stringify({ id }))}.signature`
const attested = (id: string) => JSON.stringify({ type: "verify_attestation", attestation: tokenOf(id) })
