import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as TestClock from "effect/testing/TestClock"
import * as scripted from "../../layers/browser/withoutWindow.ts"
import { createWorld } from "../../layers/demo/world.ts"
import * as demo from "../../layers/telemetry/demo.ts"
import * as http from "../../layers/telemetry/http.ts"
import { Telemetry } from "../../services/Telemetry.ts"
import type { AnalyticsEvent, EventBody } from "../../src/telemetry/opening/model.ts"
import { muted } from "../fixtures/console.ts"
import { assert, describe, it } from "../fixtures/it.ts"
import { rest } from "../fixtures/modal.ts"
import { contract } from "./contract.ts"
import { provided, site } from "./provider.ts"
import { turnsUntil } from "./settled.ts"

/** A layer on the page `https://site.example/shop?item=5`, and control of the service that accepts its events. */
interface Case {
  readonly layer: Layer.Layer<Telemetry>
  /** Events that the service has accepted, oldest first. */
  readonly taken: () => readonly EventBody[]
  /** Number of events posted, including rejected ones. */
  readonly asked: () => number
  /** Makes the service respond with an HTTP status, this number of times. */
  readonly fail: (status: number, times: number) => void
}

const page = scripted.layer({ page: { url: "https://site.example/shop?item=5" } })
const unconnected = () => ({ address: undefined, caipNetworkId: undefined })
const address = "0x70997970c51812dc3a010c7d01b50e0d17dc79c8"

const live: Effect.Effect<Case, never, Scope.Scope> = Effect.map(provided, (provider) => {
  let failing = 0
  return {
    layer: Layer.provide(http.layer({ ...site, host: provider.url, who: unconnected }), page),
    taken: () => provider.ledger.slice(failing).map(({ body }) => body as EventBody),
    asked: () => provider.count("POST /e"),
    fail: (status, times) => {
      failing = times
      provider.fault("POST /e", { status, times })
    },
  }
})

const demonstrated: Effect.Effect<Case> = Effect.sync(() => {
  const world = createWorld()
  return {
    layer: Layer.provide(demo.layer(world), page),
    taken: () => world.events,
    asked: () => world.faults.requestCount("events"),
    fail: (status, times) => world.faults.set("events", { status, times }),
  }
})

const opened: AnalyticsEvent = { event: "MODAL_OPEN", properties: { connected: false } }
const clicked: AnalyticsEvent = { event: "CLICK_ALL_WALLETS" }
const closed: AnalyticsEvent = { event: "MODAL_CLOSE", properties: { connected: false } }

describe.each([
  ["live", live],
  ["demo", demonstrated],
] as const)("Telemetry, %s", (_, make) => {
  const test = contract(make, (the: Case) =>
    Effect.map(Telemetry, (telemetry) => {
      const names = () => the.taken().map(({ props }) => props.event)
      /** Waits until the service has accepted this number of events, and gives any further one time to arrive. */
      const reaches = Effect.fnUntraced(function* (count: number) {
        yield* turnsUntil(() => the.taken().length >= count)
        yield* rest
      })
      return [{ ...the, ...telemetry, names, reaches }] as const
    }),
  )

  test("Analytics body: eventId, url, domain, timestamp, props (event data, address, properties plus caipNetworkId)", function* ({
    allow,
    reaches,
    taken,
    track,
  }) {
    yield* TestClock.setTime(1_790_000_000_000)
    yield* allow(true)
    yield* track({ event: "SEARCH_WALLET", properties: { search: "hal" } })
    yield* reaches(1)
    const [body] = taken()

    assert.match(body?.eventId ?? "", /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    assert.deepInclude(body, {
      url: "https://site.example/shop",
      domain: "site.example",
      timestamp: 1_790_000_000_000,
    })
    assert.deepInclude(body?.props, { type: "track", event: "SEARCH_WALLET" })
    assert.deepInclude(body?.props.properties, { search: "hal" })
  })

  test("gives each event its own ID", function* ({ allow, reaches, taken, track }) {
    yield* allow(true)
    yield* track(clicked)
    yield* track(clicked)
    yield* reaches(2)

    assert.strictEqual(new Set(taken().map(({ eventId }) => eventId)).size, 2)
  })

  test("holds events until they are allowed, and keeps their order and time", function* (the) {
    yield* the.track(opened)
    yield* TestClock.adjust("5 seconds")
    yield* the.track(clicked)
    yield* rest
    assert.strictEqual(the.asked(), 0)

    yield* the.allow(true)
    yield* the.track(closed)
    yield* the.reaches(3)
    assert.deepStrictEqual(the.names(), ["MODAL_OPEN", "CLICK_ALL_WALLETS", "MODAL_CLOSE"])
    const [first, second] = the.taken()
    assert.strictEqual((second?.timestamp ?? 0) - (first?.timestamp ?? 0), 5_000)
  })

  test("drops events while they are not allowed", function* ({ allow, asked, names, reaches, track }) {
    yield* track(opened)
    yield* allow(false)
    yield* track(clicked)
    yield* allow(true)
    yield* rest
    assert.strictEqual(asked(), 0)

    yield* track(closed)
    yield* reaches(1)
    assert.deepStrictEqual(names(), ["MODAL_CLOSE"])
    yield* allow(false)
    yield* track(opened)
    yield* rest
    assert.strictEqual(asked(), 1)
  })

  test("does not send the event of the modal's creation", function* ({ allow, names, reaches, track }) {
    yield* allow(true)
    yield* track({ event: "MODAL_CREATED" })
    yield* track(clicked)
    yield* reaches(1)

    assert.deepStrictEqual(names(), ["CLICK_ALL_WALLETS"])
  })

  test("Analytics errors go to the same path as type error with errorType, errorMessage and stackTrace", function* ({
    allow,
    asked,
    reaches,
    report,
    taken,
  }) {
    const printed = yield* muted("error")
    const bug = new RangeError("no such page")
    yield* allow(true)
    yield* report(bug)
    yield* reaches(1)
    const { type, properties } = taken()[0]?.props ?? {}

    assert.deepStrictEqual([type, asked()], ["error", 1])
    assert.deepInclude(properties, { errorType: "RangeError", errorMessage: "no such page" })
    assert.match(String(properties?.stackTrace), /^RangeError: no such page\n\s+at .*telemetry\.test\.ts/)
    assert.deepStrictEqual(printed, [[properties?.stackTrace]])
  })

  test("reports thrown errors, without addresses, keys or pairing codes", function* (the) {
    yield* muted("error")
    yield* the.allow(true)
    yield* the.report("only words")
    yield* the.report(new Error(`cannot read ${address} of wc:5f1c@2?symKey=77`))
    yield* the.reaches(2)
    const [plain, other] = the.taken().map(({ props }) => props.properties)

    assert.deepInclude(plain, { errorType: "string", errorMessage: "only words", stackTrace: "" })
    assert.strictEqual(other?.errorMessage, "cannot read … of wc:…")
    for (const secret of [address, "symKey"]) assert.notInclude(JSON.stringify(other), secret)
  })

  test("Analytics errors are capped at 5 per minute", function* ({ allow, asked, reaches, report, taken }) {
    const printed = yield* muted("error")
    yield* allow(true)
    for (let index = 0; index < 9; index++) yield* report(new Error(`bug ${index}`))
    yield* reaches(5)
    yield* TestClock.adjust(59_999)
    yield* report(new Error("too soon"))
    yield* rest
    assert.strictEqual(asked(), 5)

    yield* TestClock.adjust(1)
    yield* report(new Error("a minute later"))
    yield* reaches(6)
    assert.deepStrictEqual(
      taken().map(({ props }) => props.properties.errorMessage),
      ["bug 0", "bug 1", "bug 2", "bug 3", "bug 4", "a minute later"],
    )
    assert.lengthOf(printed, 11)

    // Each report counts for a minute of its own, so those of half a minute ago leave room for the rest only.
    yield* TestClock.adjust(30_000)
    for (let index = 0; index < 3; index++) yield* report(new Error(`half a minute later ${index}`))
    yield* reaches(9)
    yield* TestClock.adjust(30_000)
    for (let index = 0; index < 9; index++) yield* report(new Error(`a minute later ${index}`))
    yield* reaches(11)
    yield* rest
    assert.strictEqual(asked(), 11)
  })

  test("loses only the event with which the service fails", function* ({ allow, asked, fail, names, reaches, track }) {
    fail(503, 1)
    yield* allow(true)
    yield* track(opened)
    yield* track(clicked)
    yield* reaches(1)

    assert.deepStrictEqual(names(), ["CLICK_ALL_WALLETS"])
    assert.strictEqual(asked(), 2)
  })

  test("reports that the service rejects the origin (403), and stops posting", function* (the) {
    the.fail(403, 1)
    const refused = yield* Effect.forkChild(the.refused)
    yield* rest
    assert.isUndefined(refused.pollUnsafe())

    yield* the.track(opened)
    yield* the.track(clicked)
    yield* the.allow(true)
    yield* Fiber.join(refused)
    yield* the.track(closed)
    yield* the.allow(true)
    yield* rest
    assert.deepStrictEqual([the.asked(), the.taken()], [1, []])
  })
})

describe("Telemetry, live, beyond the contract", () => {
  it.effect("Analytics: POST /e with query params projectId, st (sdk type) and sv (sdk version)", function* () {
    const provider = yield* provided
    let who: http.TelemetryOptions["who"] = () => ({ ...unconnected(), caipNetworkId: "eip155:1" })
    const layer = http.layer({
      projectId: "a project",
      sdkType: "portico",
      sdkVersion: "html-a,b-1",
      host: provider.url,
      who: () => who(),
    })
    yield* Effect.gen(function* () {
      const telemetry = yield* Telemetry
      yield* telemetry.allow(true)
      yield* telemetry.track({ event: "CLICK_NETWORKS" })
      who = () => ({ address, caipNetworkId: "eip155:8453" })
      yield* telemetry.track({ event: "SWITCH_NETWORK", properties: { network: "eip155:8453" } })
      yield* turnsUntil(() => provider.ledger.length >= 2)
    }).pipe(Effect.provide(Layer.provide(layer, page)))

    const query = { projectId: "a project", st: "portico", sv: "html-a,b-1" }
    for (const { method, path, query: sent, headers } of provider.ledger)
      assert.deepStrictEqual([method, path, sent, headers["content-type"]], ["POST", "/e", query, "application/json"])
    const here = { network: "eip155:8453", caipNetworkId: "eip155:8453" }
    assert.deepStrictEqual(
      provider.ledger.map(({ body }) => (body as EventBody).props),
      [
        { type: "track", event: "CLICK_NETWORKS", properties: { caipNetworkId: "eip155:1" } },
        { type: "track", event: "SWITCH_NETWORK", address, properties: here },
      ],
    )
  })
})
