import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as TestClock from "effect/testing/TestClock"
import * as scripted from "../../layers/browser/scripted.ts"
import { createWorld } from "../../layers/demo/world.ts"
import * as demo from "../../layers/telemetry/demo.ts"
import * as http from "../../layers/telemetry/http.ts"
import { Telemetry } from "../../services/Telemetry.ts"
import type { AnalyticsEvent, EventBody } from "../../src/domain/events.ts"
import { errorReports } from "../../src/domain/openingLimits.ts"
import { muted } from "../fixtures/console.ts"
import { rest } from "../flows/modal.ts"
import { start } from "../real/parts/provider.ts"
import { breath } from "./settled.ts"

/** A leaf on the page `https://site.example/shop?item=5`, and a hand on the service that takes its events. */
interface Case {
  readonly layer: Layer.Layer<Telemetry>
  /** What the service has taken, oldest first. */
  readonly taken: () => readonly EventBody[]
  /** How many were posted to it, those that it did not take too. */
  readonly asked: () => number
  /** Makes it answer with an HTTP status, so many times. */
  readonly fail: (status: number, times: number) => void
}

const page = scripted.layer({ page: { url: "https://site.example/shop?item=5" } })
const provided = Effect.acquireRelease(
  Effect.promise(() => start()),
  (provider) => Effect.promise(() => provider.stop()),
)
const nobody = () => ({ address: undefined, caipNetworkId: undefined })

const live: Effect.Effect<Case, never, Scope.Scope> = Effect.map(provided, (provider) => {
  const options = { projectId: "p", sdkType: "portico", sdkVersion: "html-test-1", host: provider.url, who: nobody }
  let failing = 0
  return {
    layer: Layer.provide(http.layer(options), page),
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
    asked: () => world.faults.asked("events"),
    fail: (status, times) => world.faults.set("events", { status, times }),
  }
})

describe.each([
  ["live", live],
  ["demo", demonstrated],
] as const)("Telemetry, %s", (_, make) => {
  it.effect(
    "Analytics body: eventId, url, domain, timestamp, props (event data, address, properties plus caipNetworkId)",
    () =>
      on(make, (telemetry, the) =>
        Effect.gen(function* () {
          yield* TestClock.setTime(1_790_000_000_000)
          yield* telemetry.allow(true)
          yield* telemetry.track({ event: "SEARCH_WALLET", properties: { search: "hal" } })
          yield* reaches(the, 1)
          const [body] = the.taken()

          assert.match(body?.eventId ?? "", /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
          assert.deepInclude(body, {
            url: "https://site.example/shop?item=5",
            domain: "site.example",
            timestamp: 1_790_000_000_000,
          })
          assert.deepInclude(body?.props, { type: "track", event: "SEARCH_WALLET" })
          assert.deepInclude(body?.props.properties, { search: "hal" })
        }),
      ),
  )

  it.effect("each event has an id of its own", () =>
    on(make, (telemetry, the) =>
      Effect.gen(function* () {
        yield* telemetry.allow(true)
        yield* telemetry.track(clicked)
        yield* telemetry.track(clicked)
        yield* reaches(the, 2)

        assert.strictEqual(new Set(the.taken().map(({ eventId }) => eventId)).size, 2)
      }),
    ),
  )

  it.effect("events wait until they may leave the page, and go in their order and with their time", () =>
    on(make, (telemetry, the) =>
      Effect.gen(function* () {
        yield* telemetry.track(opened)
        yield* TestClock.adjust("5 seconds")
        yield* telemetry.track(clicked)
        yield* rest
        assert.strictEqual(the.asked(), 0)

        yield* telemetry.allow(true)
        yield* telemetry.track(closed)
        yield* reaches(the, 3)
        assert.deepStrictEqual(names(the), ["MODAL_OPEN", "CLICK_ALL_WALLETS", "MODAL_CLOSE"])
        const [first, second] = the.taken()
        assert.strictEqual((second?.timestamp ?? 0) - (first?.timestamp ?? 0), 5_000)
      }),
    ),
  )

  it.effect("events that may not leave are dropped, and so are those that come after, until they may", () =>
    on(make, (telemetry, the) =>
      Effect.gen(function* () {
        yield* telemetry.track(opened)
        yield* telemetry.allow(false)
        yield* telemetry.track(clicked)
        yield* telemetry.allow(true)
        yield* rest
        assert.strictEqual(the.asked(), 0)

        yield* telemetry.track(closed)
        yield* reaches(the, 1)
        assert.deepStrictEqual(names(the), ["MODAL_CLOSE"])
        yield* telemetry.allow(false)
        yield* telemetry.track(opened)
        yield* rest
        assert.strictEqual(the.asked(), 1)
      }),
    ),
  )

  it.effect("that the modal was created stays in the page", () =>
    on(make, (telemetry, the) =>
      Effect.gen(function* () {
        yield* telemetry.allow(true)
        yield* telemetry.track({ event: "MODAL_CREATED" })
        yield* telemetry.track(clicked)
        yield* reaches(the, 1)

        assert.deepStrictEqual(names(the), ["CLICK_ALL_WALLETS"])
      }),
    ),
  )

  it.effect("Analytics errors go to the same path as type error with errorType, errorMessage and stackTrace", () =>
    on(make, (telemetry, the) =>
      Effect.gen(function* () {
        const said = yield* muted("error")
        const bug = new RangeError("no such page")
        yield* telemetry.allow(true)
        yield* telemetry.report(bug)
        yield* reaches(the, 1)
        const { type, properties } = the.taken()[0]?.props ?? {}

        assert.strictEqual(type, "error")
        assert.deepInclude(properties, { errorType: "RangeError", errorMessage: "no such page" })
        assert.match(String(properties?.stackTrace), /^RangeError: no such page\n\s+at .*telemetry\.test\.ts/)
        assert.deepStrictEqual(said, [[bug]])
      }),
    ),
  )

  it.effect("a bug's report tells what was thrown, and no addresses, keys or pairing codes", () =>
    on(make, (telemetry, the) =>
      Effect.gen(function* () {
        yield* muted("error")
        const secret = "0x70997970c51812dc3a010c7d01b50e0d17dc79c8"
        yield* telemetry.allow(true)
        yield* telemetry.report("only words")
        yield* telemetry.report(new Error(`cannot read ${secret} of wc:5f1c@2?symKey=77`))
        yield* reaches(the, 2)
        const [plain, other] = the.taken().map(({ props }) => props.properties)

        assert.deepInclude(plain, { errorType: "string", errorMessage: "only words", stackTrace: "" })
        assert.strictEqual(other?.errorMessage, "cannot read … of wc:…")
        assert.notInclude(JSON.stringify(other), secret)
        assert.notInclude(JSON.stringify(other), "symKey")
      }),
    ),
  )

  it.effect("Analytics errors are capped at 5 per minute", () =>
    on(make, (telemetry, the) =>
      Effect.gen(function* () {
        const said = yield* muted("error")
        yield* telemetry.allow(true)
        yield* Effect.forEach(Array.from({ length: 9 }), (_, index) => telemetry.report(new Error(`bug ${index}`)))
        yield* reaches(the, errorReports.count)
        yield* TestClock.adjust(errorReports.window - 1)
        yield* telemetry.report(new Error("too soon"))
        yield* rest
        assert.strictEqual(the.asked(), 5)

        yield* TestClock.adjust(1)
        yield* telemetry.report(new Error("a minute later"))
        yield* reaches(the, 6)
        assert.deepStrictEqual(
          the.taken().map(({ props }) => props.properties.errorMessage),
          ["bug 0", "bug 1", "bug 2", "bug 3", "bug 4", "a minute later"],
        )
        assert.lengthOf(said, 11)
      }),
    ),
  )

  it.effect("a service that fails costs the event, and nothing else", () =>
    on(make, (telemetry, the) =>
      Effect.gen(function* () {
        the.fail(503, 1)
        yield* telemetry.allow(true)
        yield* telemetry.track(opened)
        yield* telemetry.track(clicked)
        yield* reaches(the, 1)

        assert.deepStrictEqual(names(the), ["CLICK_ALL_WALLETS"])
        assert.strictEqual(the.asked(), 2)
      }),
    ),
  )

  it.effect("a service that refuses the origin (403) is told of, and not asked again", () =>
    on(make, (telemetry, the) =>
      Effect.gen(function* () {
        the.fail(403, 1)
        const refused = yield* Effect.forkChild(telemetry.refused)
        yield* rest
        assert.strictEqual(refused.pollUnsafe(), undefined)

        yield* telemetry.track(opened)
        yield* telemetry.track(clicked)
        yield* telemetry.allow(true)
        yield* Fiber.join(refused)
        yield* telemetry.track(closed)
        yield* telemetry.allow(true)
        yield* rest
        assert.deepStrictEqual([the.asked(), the.taken()], [1, []])
      }),
    ),
  )
})

describe("Telemetry, live, beyond the contract", () => {
  it.effect("Analytics: POST /e with query params projectId, st (sdk type) and sv (sdk version)", () =>
    Effect.gen(function* () {
      const provider = yield* provided
      let who: http.TelemetryOptions["who"] = () => ({ ...nobody(), caipNetworkId: "eip155:1" })
      const leaf = http.layer({
        projectId: "a project",
        sdkType: "portico",
        sdkVersion: "html-a,b-1",
        host: provider.url,
        who: () => who(),
      })
      const send = Effect.gen(function* () {
        const telemetry = yield* Telemetry
        yield* telemetry.allow(true)
        yield* telemetry.track({ event: "CLICK_NETWORKS" })
        who = () => ({ address: "0x70997970c51812dc3a010c7d01b50e0d17dc79c8", caipNetworkId: "eip155:8453" })
        yield* telemetry.track({ event: "SWITCH_NETWORK", properties: { network: "eip155:8453" } })
        while (provider.count("POST /e") < 2) yield* breath
      })
      yield* Effect.provide(send, Layer.provide(leaf, page))

      const asked = provider.ledger.map(({ method, path, query, headers }) => [
        method,
        path,
        query,
        headers["content-type"],
      ])
      const right = ["POST", "/e", { projectId: "a project", st: "portico", sv: "html-a,b-1" }, "application/json"]
      assert.deepStrictEqual(asked, [right, right])
      assert.deepStrictEqual(
        provider.ledger.map(({ body }) => (body as EventBody).props),
        [
          { type: "track", event: "CLICK_NETWORKS", properties: { caipNetworkId: "eip155:1" } },
          {
            type: "track",
            event: "SWITCH_NETWORK",
            address: "0x70997970c51812dc3a010c7d01b50e0d17dc79c8",
            properties: { network: "eip155:8453", caipNetworkId: "eip155:8453" },
          },
        ],
      )
    }),
  )
})

const opened: AnalyticsEvent = { event: "MODAL_OPEN", properties: { connected: false } }
const clicked: AnalyticsEvent = { event: "CLICK_ALL_WALLETS" }
const closed: AnalyticsEvent = { event: "MODAL_CLOSE", properties: { connected: false } }

const on = (
  make: Effect.Effect<Case, never, Scope.Scope>,
  run: (telemetry: Telemetry["Service"], the: Case) => Effect.Effect<void, never, Telemetry | Scope.Scope>,
) =>
  Effect.flatMap(make, (the) =>
    Effect.provide(
      Effect.flatMap(Telemetry, (telemetry) => run(telemetry, the)),
      the.layer,
    ),
  )

const names = (the: Case) => the.taken().map(({ props }) => props.event)

/** Waits, in real time, until the service has taken so many, and then some for what should not come. */
const reaches = (the: Case, count: number): Effect.Effect<void> =>
  Effect.gen(function* () {
    while (the.taken().length < count) yield* breath
    yield* rest
  })
