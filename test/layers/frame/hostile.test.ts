// @vitest-environment happy-dom
import { Effect, Fiber, type Result, type Scope } from "effect"
import { TestClock } from "effect/testing"
// Loaded before the layer imports it, so tests only depend on the test clock.
import "../../../layers/frame/client/client.ts"
import { fraction, oneOf } from "../../../layers/demo/random.ts"
import { Frame, type FrameChange } from "../../../services/Frame.ts"
import { Storage } from "../../../services/Storage.ts"
import * as events from "../../../src/embedded/endpoints/frameEvents.ts"
import { frame as limits } from "../../../src/embedded/limits.ts"
import type { FrameErrors } from "../../../src/errors/index.ts"
import { storageKey } from "../../../src/persistence/first-paint/model/storageKeys.ts"
import { assert, describe, it } from "../../fixtures/it.ts"
import { storedItems } from "../../fixtures/stored.ts"
import { settle } from "../../fixtures/time.ts"
import { type Framed, framePage } from "./frameWorld.ts"

/** Number of messages per run, and of pending requests. */
const [count, questions] = [12_000, 60]

describe("Messages to the page that has the embedded wallet's frame", () => {
  type Page = ReturnType<typeof framePage>
  const test = (
    title: string,
    program: (page: Page) => Effect.fn.Return<void, unknown, Frame | Storage | Scope.Scope>,
  ) => {
    it.effect(title, function* () {
      const page = framePage(() => {})
      yield* Effect.provide(
        Effect.gen(() => program(page)),
        page.layer,
      )
    })
  }

  test("have no effect if another origin or window sends them, whatever they contain, and never throw", function* (page) {
    const { framed, hear, open, changes } = yield* asking(page)
    const before = yield* kept
    const posted = framed.posted.length
    const windows = [{ postMessage: () => {} }, window, null, undefined, {}]
    const origins = [
      "https://evil.example",
      "https://secure.example.evil.example",
      "https://secure.example:8443",
      "http://secure.example",
      "https://SECURE.example",
      "null",
      "",
    ]
    const senders = [
      ...origins.flatMap((origin) => [framed.window, ...windows].map((source) => ({ origin, source }))),
      ...windows.map((source) => ({ origin: secure, source })),
    ]
    for (let at = 0; at < count; at++) {
      hear({ data: messageOf(`wrong ${at}`, open), ...oneOf(senders, `sender ${at}`) })
      if (at % 1_000 === 0) yield* settle
    }
    yield* settle

    assert.deepStrictEqual(yield* kept, before)
    assert.strictEqual(framed.posted.length, posted)
    assert.lengthOf(page.slot.children, 1)
    assert.isTrue(changes.every(({ type }) => type === "requested"))
    assert.isTrue([...open.values()].every((fiber) => fiber.pollUnsafe() === undefined))
  })

  test("from the frame itself settle each request by its first response only, and never throw", function* (page) {
    const { framed, hear, open } = yield* asking(page)
    const first = new Map<unknown, Heard>()
    for (let at = 0; at < count; at++) {
      const data = messageOf(`right ${at}`, open)
      const { type, id } = Object(data) as { readonly type?: unknown; readonly id?: unknown }
      if (type === "@w3m-frame/READY") continue
      hear({ data, origin: secure, source: framed.window })
      const answers = type === "@w3m-frame/RPC_REQUEST_SUCCESS" || type === "@w3m-frame/RPC_REQUEST_ERROR"
      if (answers && !first.has(id)) first.set(id, { data, origin: secure, source: undefined })
      if (at % 1_000 === 0) yield* settle
    }
    yield* settle

    const answered = [...open].filter(([id]) => first.has(id))
    assert.isAbove(answered.length, questions / 2)
    for (const [id, fiber] of open) if (!first.has(id)) assert.isUndefined(fiber.pollUnsafe())
    for (const [id, fiber] of answered) {
      const { type, payload } = Object(first.get(id)).data as { readonly type: string; readonly payload: unknown }
      const result = yield* Fiber.join(fiber)
      assert.strictEqual(result._tag, type.endsWith("SUCCESS") ? "Success" : "Failure")
      if (result._tag === "Success") assert.isTrue(Object.is(result.success, payload))
      else assert.strictEqual(result.failure._tag, "FrameError")
    }
    assert.strictEqual(({} as { readonly polluted?: unknown }).polluted, undefined)
  })

  test("only fail the pending requests if they include a restart of the frame itself", function* (page) {
    const { framed, hear, open } = yield* asking(page)
    for (let at = 0; at < count; at++)
      hear({ data: messageOf(`any ${at}`, open), origin: secure, source: framed.window })
    yield* settle

    assert.lengthOf(page.slot.children, 0)
    assert.isTrue([...open.values()].every((fiber) => fiber.pollUnsafe() !== undefined))
  })
})

const secure = "https://secure.example"

interface Heard {
  readonly data: unknown
  readonly origin: string
  readonly source: unknown
}

/** A frame with many pending requests, by ID, and the page's message listeners. An exception in one of them fails the test. */
const asking = Effect.fnUntraced(function* (page: ReturnType<typeof framePage>) {
  const listeners: ((event: Heard) => void)[] = []
  const add = window.addEventListener
  window.addEventListener = ((type: string, listener: (event: Heard) => void) => {
    if (type === "message") listeners.push(listener)
  }) as typeof add
  const frame = yield* Frame
  const changes: FrameChange[] = []
  yield* frame.watch((change) => changes.push(change))
  const fibers: Fiber.Fiber<Result.Result<unknown, FrameErrors>>[] = []
  const hear = (event: Heard) => {
    for (const listener of listeners) listener(event)
  }
  for (let at = 0; at < questions; at++) {
    fibers.push(
      yield* Effect.forkChild(Effect.result(frame.request(events.rpcRequest, { method: "eth_call", params: [at] }))),
    )
    yield* settle
    if (at > 0) continue
    window.addEventListener = add
    hear({ data: { type: "@w3m-frame/READY" }, origin: secure, source: page.frames[0]?.window })
    yield* settle
    yield* TestClock.adjust(limits.readyDelay)
    yield* settle
  }
  const framed = page.frames[0] as Framed
  const posted = framed.posted.filter(({ message }) => message.type === "@w3m-app/RPC_REQUEST")
  assert.lengthOf(posted, questions)
  const open = new Map(posted.map(({ message }, at) => [message.id ?? "", fibers[at] as (typeof fibers)[number]]))
  return { framed, hear, open, changes }
})

/** Everything persisted. */
const kept = Effect.gen(function* () {
  const storage = yield* Storage
  const texts: Record<string, string | undefined> = {}
  for (const item of storedItems) texts[item] = yield* storage.read(storageKey(item))
  return texts
})

const large = "x".repeat(5_000_000)
const cyclic: Record<string, unknown> = {}
cyclic.self = cyclic

const types = [
  "@w3m-frame/RPC_REQUEST_SUCCESS",
  "@w3m-frame/RPC_REQUEST_SUCCESS",
  "@w3m-frame/RPC_REQUEST_ERROR",
  "@w3m-frame/READY",
  "@w3m-frame/SESSION_UPDATE",
  "@w3m-frame/GET_USER_SUCCESS",
  "@w3m-frame/IS_CONNECTED_SUCCESS",
  "@w3m-frame/SIGN_OUT_SUCCESS",
  "@w3m-frame/RPC_REQUEST",
  "@w3m-frame/",
  "@w3m-app/RPC_REQUEST",
  "@w3m-frame/__proto___SUCCESS",
  "RPC_REQUEST_SUCCESS",
  "",
  large,
  7,
  null,
  undefined,
  ["@w3m-frame/READY"],
]

const payloads: readonly unknown[] = [
  undefined,
  null,
  "0x1",
  large,
  { message: "No" },
  { message: large },
  { message: { message: "No" } },
  { token: "t0k3n" },
  { token: large },
  { isConnected: false },
  { email: "evil@example.org", address: "0x1", chainId: 1 },
  JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}'),
  Object.create(null),
  cyclic,
  new Map([["message", "No"]]),
  10n,
  Number.NaN,
  [[[[]]]],
]

/** A message derived from a text. Most are almost correct, with one field or another wrong. */
const messageOf = (seed: string, open: ReadonlyMap<string, unknown>): unknown => {
  const ids = [...open.keys()]
  const at = (what: string) => fraction(`${seed} ${what}`)
  if (at("kind") < 0.05) return oneOf([null, undefined, 7, "READY", [], true, large, () => {}], seed)
  const id =
    at("id") < 0.6
      ? oneOf(ids, seed)
      : oneOf([undefined, null, 7, "", "stale", "__proto__", "constructor", large, {}, ids], seed)
  const type = oneOf(types, `${seed} type`)
  const payload = oneOf(payloads, `${seed} payload`)
  const fields = { id, type, payload }
  if (at("missing") < 0.2) return { ...fields, [oneOf(["id", "type", "payload"], seed)]: undefined }
  if (at("shape") < 0.05) return Object.assign(Object.create({ type: "@w3m-frame/READY" }), { id, payload })
  return fields
}
