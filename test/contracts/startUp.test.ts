import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type * as Scope from "effect/Scope"
import { TestClock } from "effect/testing"
import * as http from "../../layers/api/http.ts"
import * as scripted from "../../layers/browser/scripted.ts"
import { demo, type Project } from "../../layers/demo.ts"
import * as telemetry from "../../layers/telemetry/http.ts"
import type { Leaves } from "../../layers/wire.ts"
import { Api } from "../../services/Api.ts"
import { Telemetry } from "../../services/Telemetry.ts"
import { originsRow } from "../../src/domain/configRow.ts"
import { RateLimited, ServerError } from "../../src/domain/errors.ts"
import type { EventBody } from "../../src/domain/events.ts"
import {
  everyFeature,
  type LocalFeatures,
  localDefaults,
  type RemoteFeatures,
  remoteDefaults,
} from "../../src/domain/features.ts"
import { fantom, mainnet } from "../../src/domain/networks.ts"
import { api as limits } from "../../src/domain/openingLimits.ts"
import type { ModalOptions } from "../../src/domain/options.ts"
import type { Needs } from "../../src/engine.ts"
import { dismissAlert } from "../../src/flows/alerts.ts"
import { fetchBalances } from "../../src/flows/balances.ts"
import { connect } from "../../src/flows/connect.ts"
import { switchNetwork } from "../../src/flows/network.ts"
import { closeModal, openModal } from "../../src/flows/open.ts"
import { Modal } from "../../src/modal.ts"
import { snapshot } from "../../src/snapshot.ts"
import { muted } from "../fixtures/console.ts"
import { createWorld, halyard, modal, rest, started } from "../flows/modal.ts"
import { start } from "../real/parts/provider.ts"
import { breath } from "./settled.ts"

/** The calls of start-up, by the names of their rows, and one that depends on them; `events` is what takes analytics. */
type Call = "config" | "origins" | "analyticsConfig" | "supportedChains" | "events" | "balance"

/** The provider, as somebody has set up a project there. */
interface Case {
  /** The leaves that reach it. */
  readonly leaves: Partial<Leaves>
  readonly asked: (call: Call) => number
  /** The events that it took. */
  readonly taken: () => readonly EventBody[]
  /** Makes a call answer with an HTTP status, or too late. */
  readonly fail: (call: Call, how: number | "late") => void
}
type Make = (project: Project) => Effect.Effect<Case, never, Scope.Scope>

const routes: Readonly<Record<Call, string>> = {
  config: "GET /appkit/v1/config",
  origins: "GET /projects/v1/origins",
  analyticsConfig: "GET /getAnalyticsConfig",
  supportedChains: "GET /v1/supported-chains",
  events: "POST /e",
  balance: "GET /v1/account/*/balance",
}
const late = 3_600_000

/** The features as a site reads them. */
interface Settings {
  readonly features: LocalFeatures
  readonly remoteFeatures: RemoteFeatures
}

const live: Make = ({ features, origins = [], analytics = true, networks }) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(() => start()),
      (provider) => Effect.promise(() => provider.stop()),
    ),
    (provider) => {
      const { url: host } = provider
      if (features !== undefined) provider.set(routes.config, { features })
      if (networks) provider.set(routes.supportedChains, { http: networks, ws: [] })
      provider.set(routes.origins, { allowedOrigins: origins })
      provider.set(routes.analyticsConfig, { isAnalyticsEnabled: analytics })
      const site = { projectId: "p", sdkType: "portico", sdkVersion: "html-test-1" }
      const hosts = { api: host, blockchain: host, utxo: host, images: host }
      const who = () => ({ address: undefined, caipNetworkId: undefined })
      return {
        leaves: { api: http.layer({ ...site, hosts }), telemetry: telemetry.layer({ ...site, host, who }) },
        asked: (call) => provider.count(routes[call]),
        taken: () =>
          provider.ledger.filter(({ route }) => route === routes.events).map(({ body }) => body as EventBody),
        fail: (call, how) => provider.fault(routes[call], how === "late" ? { delay: late } : { status: how }),
      }
    },
  )

const demonstrated: Make = (project) =>
  Effect.sync(() => {
    const world = createWorld({ project })
    const { api, telemetry } = demo(world)
    return {
      leaves: { api, telemetry },
      asked: world.faults.asked,
      taken: () => world.events,
      // The world itself waits for ever.
      fail: (call, how) =>
        world.faults.set(call, how === "late" ? { delay: limits.timeout, offline: true } : { status: how }),
    }
  })

describe.each([
  ["live", live],
  ["demo", demonstrated],
] as const)("Start-up, %s", (_, make) => {
  it.effect("GET /appkit/v1/config; response: features", () =>
    visit(make, { project: { features: [on("social_login", ["email", "x"]), on("activity")] } }, () =>
      Effect.gen(function* () {
        const { core } = yield* Modal

        assert.deepStrictEqual(core.remoteFeatures.value, { ...allOff, email: true, socials: ["x"], activity: true })
      }),
    ),
  )

  it.effect("unknown features and wrong shapes are left out, and the others count", () =>
    visit(
      make,
      {
        project: {
          features: [
            on("teleport"),
            "activity",
            null,
            { id: "payments", isEnabled: "yes", config: null },
            { id: "onramp", isEnabled: true, config: "meld" },
            on("swap", ["2inch", "1inch", 3]),
            on("social_login", ["myspace", "github"]),
            { id: "activity", isEnabled: true },
          ],
        },
      },
      () =>
        Effect.gen(function* () {
          const { core } = yield* Modal
          const right = { ...allOff, swaps: ["1inch"], socials: ["github" as const], activity: true }

          assert.deepStrictEqual(core.remoteFeatures.value, right)
        }),
    ),
  )

  it.effect("Feature gating: remote project configuration and local feature settings both apply", () =>
    visit(
      make,
      {
        project: { features: [on("social_login", ["email", "x"]), on("swap", ["1inch"])] },
        options: { features: { send: false, smartSessions: true, pay: true } },
      },
      () =>
        Effect.gen(function* () {
          const { core } = yield* Modal

          // What the project alone decides, what the site alone decides, and what both have a say in.
          assert.deepStrictEqual(core.remoteFeatures.value, { ...allOff, swaps: ["1inch"] })
          assert.deepStrictEqual(core.features.value, { ...localDefaults, send: false, smartSessions: true, pay: true })
        }),
    ),
  )

  /** What each depends on: a setting of the site, or an entry of its project. */
  const gated = [
    ["swaps", "swaps", "swap"],
    ["receive", "receive", undefined],
    ["pay-with-exchange", "payWithExchange", "fund_from_exchange"],
    ["payments", "payments", "payments"],
    ["email capture", "emailCapture", "email_capture"],
    ["smart sessions", "smartSessions", undefined],
  ] as const
  for (const [what, name, entry] of gated)
    it.effect(
      `Whether each of these is available depends on local feature settings and on the remote project configuration: ${what}`,
      () =>
        Effect.forEach([true, false], (wanted) =>
          visit(
            make,
            {
              project: { features: entry && wanted ? [on(entry)] : [] },
              // The site says the contrary of the project, which wins; where the project has no say, the site does.
              options: { features: { [name]: name === "swaps" ? [] : entry ? !wanted : wanted } },
            },
            () =>
              Effect.map(Modal, (instance) => {
                const { features, remoteFeatures } = snapshot(instance).options as Settings
                const setting = { ...features, ...remoteFeatures }[name]

                if (wanted) assert.isOk(setting)
                else assert.isFalse(setting)
              }),
          ),
        ),
    )

  it.effect("Feature gating: remote config overrides local, with a warning", () =>
    visit(
      make,
      { project: { features: [on("swap", ["1inch"])] }, options: { features: { swaps: false, email: true } } },
      (_, warned) =>
        Effect.gen(function* () {
          const { core } = yield* Modal

          assert.deepStrictEqual(core.remoteFeatures.value, { ...allOff, swaps: ["1inch"] })
          assert.lengthOf(warned, 1)
          assert.match(String(warned[0]), /project's configuration decides on email, swaps:/)
        }),
    ),
  )

  it.effect(
    "a project without a configuration leaves the site's word, else the defaults, and there is no warning",
    () =>
      visit(make, { project: { features: null }, options: { remoteFeatures: { email: false } } }, (_, warned) =>
        Effect.gen(function* () {
          const { core } = yield* Modal

          assert.deepStrictEqual(core.remoteFeatures.value, { ...remoteDefaults, email: false })
          assert.deepStrictEqual(warned, [])
        }),
      ),
  )

  it.effect("the pay feature turns e-mail and social login off whenever the site turns it on", () =>
    visit(make, { project: { features: [on("social_login", ["email", "x"])] } }, () =>
      Effect.gen(function* () {
        const { core } = yield* Modal
        const logins = () => [core.remoteFeatures.value.email, core.remoteFeatures.value.socials]

        assert.deepStrictEqual(logins(), [true, ["x"]])
        core.features.value = { ...core.features.value, pay: true }
        assert.deepStrictEqual(logins(), [false, false])
        core.features.value = { ...core.features.value, pay: false }
        assert.deepStrictEqual(logins(), [true, ["x"]])
      }),
    ),
  )

  it.effect("basic mode disables all remote features, and asks nothing that could change it", () =>
    visit(make, { options: { basic: true }, project: { origins: ["https://other.example"] } }, (the) =>
      Effect.gen(function* () {
        const { core } = yield* Modal

        assert.deepStrictEqual(core.remoteFeatures.value, allOff)
        assert.deepStrictEqual([the.asked("config"), the.asked("origins"), core.alerts.value], [0, 0, []])
      }),
    ),
  )

  it.effect("each call is made once, whatever comes after", () =>
    visit(make, {}, (the) =>
      Effect.gen(function* () {
        yield* openModal()
        yield* closeModal()
        yield* openModal()
        yield* rest

        assert.deepStrictEqual(calls.map(the.asked), [1, 1, 1, 1])
      }),
    ),
  )

  it.effect("without a project id nothing is asked of the provider", () =>
    visit(make, { options: { projectId: "" } }, (the) =>
      Effect.gen(function* () {
        yield* openModal()
        yield* rest

        assert.deepStrictEqual([...calls, "events" as const].map(the.asked), [0, 0, 0, 0, 0])
      }),
    ),
  )

  it.effect("nobody waits for the provider: with nothing answered the modal opens, and what the site says counts", () =>
    Effect.gen(function* () {
      const the = yield* make({})
      for (const call of calls) the.fail(call, "late")
      const page = modal({}, { leaves: leavesOf(the), options: { features: { email: false } } })
      yield* Effect.gen(function* () {
        const { core } = yield* Modal
        const ready = yield* Effect.forkChild(started)
        while (calls.some((call) => the.asked(call) === 0)) yield* breath
        yield* openModal()
        assert.deepStrictEqual([core.initialized.value, core.open.value, core.loading.value], [true, true, false])
        assert.strictEqual(ready.pollUnsafe(), undefined)

        yield* TestClock.adjust(limits.timeout)
        yield* Fiber.join(ready)
        assert.deepStrictEqual(core.remoteFeatures.value, { ...remoteDefaults, email: false })
        assert.deepStrictEqual(core.alerts.value, [])
      }).pipe(Effect.scoped, Effect.provide(page))
    }),
  )

  it.effect(
    "The page origin must match the allowed origins or the default allowed ancestors, else an origin-not-allowed alert",
    () =>
      visit(make, { project: { origins: ["https://other.example", "https://*.site.example"] } }, (_, warned) =>
        Effect.gen(function* () {
          const { core } = yield* Modal
          const [alert, ...more] = core.alerts.value

          assert.deepInclude(alert, { code: "APKT002", variant: "error", title: "Invalid App Configuration" })
          assert.match(alert?.text ?? "", /^The origin https:\/\/site\.example is not on this project's allow list/)
          assert.deepStrictEqual(more, [])
          assert.match(String(warned[0]), /^APKT002 Invalid App Configuration\. The origin https:\/\/site\.example/)
        }),
      ),
  )

  it.effect.each([
    ["stands in the list", site, ["https://other.example", site]],
    ["fits a wildcard of the list", "https://shop.site.example", ["https://*.site.example"]],
    ["is a default ancestor", "http://localhost:5173", ["https://other.example"]],
    ["finds an empty list", site, []],
  ] as const)("no alert is raised when the origin %s", ([, origin, origins]) =>
    visit(make, { origin, project: { origins } }, (the) =>
      Effect.gen(function* () {
        const { core } = yield* Modal

        assert.strictEqual(the.asked("origins"), 1)
        assert.deepStrictEqual(core.alerts.value, [])
      }),
    ),
  )

  it.effect("Allowed-origins fetch: HTTP 429 becomes RATE_LIMITED, and alert APKT010", () =>
    refusing(make, "origins", 429, function* () {
      const { core } = yield* Modal
      const error = yield* Effect.flip((yield* Api).call(originsRow, undefined))

      assert.deepInclude(core.alerts.value[0], { code: "APKT010", title: "Rate Limited" })
      assert.instanceOf(error, RateLimited)
      assert.strictEqual(error.message, "RATE_LIMITED")
    }),
  )

  it.effect("Allowed-origins fetch: 5xx becomes SERVER_ERROR, and alert APKT009 with its cause", () =>
    refusing(make, "origins", 503, function* () {
      const { core } = yield* Modal
      const error = yield* Effect.flip((yield* Api).call(originsRow, undefined))

      assert.deepInclude(core.alerts.value[0], { code: "APKT009", title: "Server Error" })
      assert.include(core.alerts.value[0]?.text, "HTTP status code: 503")
      assert.instanceOf(error, ServerError)
      assert.strictEqual(error.message, "SERVER_ERROR")
    }),
  )

  it.effect("any other failure of the origins is an empty list", () =>
    refusing(make, "origins", 404, function* () {
      const { core } = yield* Modal

      assert.deepStrictEqual(core.alerts.value, [])
    }),
  )

  it.effect("GET v1/supported-chains; a network that is not there is not asked about", () =>
    visit(
      make,
      { options: { networks: [mainnet, fantom] }, project: { networks: ["eip155:250", "eip155:10"] } },
      (the) =>
        Effect.gen(function* () {
          yield* connect({ wallet: halyard })

          assert.deepStrictEqual(yield* fetchBalances(), [])
          assert.strictEqual(the.asked("balance"), 0)
          yield* switchNetwork({ network: "eip155:250" })
          yield* fetchBalances()
          assert.strictEqual(the.asked("balance"), 1)
        }),
    ),
  )

  it.effect.each([["an empty list"], ["a failure"]] as const)(
    "%s of networks leaves those that are known without asking",
    ([what]) =>
      Effect.gen(function* () {
        const the = yield* make({ networks: [] })
        if (what === "a failure") the.fail("supportedChains", 500)
        const options = { networks: [mainnet, fantom] }
        yield* Effect.gen(function* () {
          yield* started
          yield* connect({ wallet: halyard })
          yield* fetchBalances()
          assert.strictEqual(the.asked("balance"), 1)
          yield* switchNetwork({ network: "eip155:250" })
          assert.deepStrictEqual(yield* fetchBalances(), [])
          assert.strictEqual(the.asked("balance"), 1)
        }).pipe(Effect.scoped, Effect.provide(modal({}, { leaves: leavesOf(the), options })))
      }),
  )

  it.effect("GET /getAnalyticsConfig; response: isAnalyticsEnabled: events wait for it, and for the first open", () =>
    visit(make, { project: { analytics: true } }, (the) =>
      Effect.gen(function* () {
        const telemetry = yield* Telemetry
        yield* telemetry.track({ event: "CLICK_NETWORKS" })
        yield* rest
        assert.deepStrictEqual([the.asked("analyticsConfig"), the.asked("events")], [1, 0])

        yield* openModal()
        yield* takes(the, 3)
        assert.deepStrictEqual(
          the.taken().map(({ props }) => props.event),
          ["INITIALIZE", "CLICK_NETWORKS", "MODAL_OPEN"],
        )
        yield* closeModal()
        yield* takes(the, 4)
        assert.strictEqual(the.taken()[3]?.props.event, "MODAL_CLOSE")
      }),
    ),
  )

  it.effect("the first event tells the options, networks by their ids", () =>
    visit(make, { options: { networks: [mainnet, fantom], features: { send: false } } }, (the) =>
      Effect.gen(function* () {
        yield* openModal()
        yield* takes(the, 1)
        const { properties } = the.taken()[0]?.props ?? {}

        assert.deepInclude(properties, { networks: ["eip155:1", "eip155:250"], projectId: "demo" })
        assert.deepInclude(properties?.features, { send: false, receive: true })
        assert.notProperty(properties, "layers")
      }),
    ),
  )

  it.effect("a project that has analytics off gets no event", () =>
    visit(make, { project: { analytics: false } }, (the) =>
      Effect.gen(function* () {
        yield* openModal()
        yield* rest

        assert.deepStrictEqual([the.asked("analyticsConfig"), the.asked("events")], [1, 0])
      }),
    ),
  )

  it.effect(
    "a site that has analytics off makes no request for it, until its visitor consents and after she changes her mind",
    () =>
      visit(make, { options: { features: { analytics: false } } }, (the) =>
        Effect.gen(function* () {
          const { core } = yield* Modal
          const consent = (analytics: boolean) => {
            core.features.value = { ...core.features.value, analytics }
          }
          yield* openModal()
          yield* rest
          assert.deepStrictEqual([the.asked("analyticsConfig"), the.asked("events")], [0, 0])

          consent(true)
          while (the.asked("analyticsConfig") === 0) yield* breath
          yield* rest
          yield* closeModal()
          yield* takes(the, 1)
          assert.deepStrictEqual(
            the.taken().map(({ props }) => props.event),
            ["MODAL_CLOSE"],
          )
          consent(false)
          yield* rest
          yield* openModal()
          yield* rest
          assert.deepStrictEqual([the.asked("analyticsConfig"), the.asked("events")], [1, 1])
        }),
      ),
  )

  it.effect.each([
    ["its configuration", "analyticsConfig"],
    ["an event", "events"],
  ] as const)("'Invalid App Configuration': an alert shown once when analytics returns HTTP 403 for %s", ([, call]) =>
    refusing(make, call, 403, function* (the, warned) {
      const { core } = yield* Modal
      yield* openModal()
      while (core.alerts.value.length === 0) yield* breath
      const [alert, ...more] = core.alerts.value
      assert.deepInclude(alert, { code: "APKT002", title: "Invalid App Configuration" })
      assert.deepStrictEqual(more, [])
      assert.match(alert?.text ?? "", /^The origin https:\/\/site\.example is not on .* allow list/)

      yield* dismissAlert("APKT002")
      yield* closeModal()
      yield* openModal()
      yield* rest
      assert.deepStrictEqual(core.alerts.value, [])
      assert.deepStrictEqual([the.asked("analyticsConfig"), the.asked("events")], [1, call === "events" ? 1 : 0])
      assert.lengthOf(warned, 1)
    }),
  )

  it.effect("an analytics configuration that fails otherwise turns analytics off, and nothing is said", () =>
    refusing(make, "analyticsConfig", 500, function* (the, warned) {
      const { core } = yield* Modal
      yield* openModal()
      yield* rest

      assert.deepStrictEqual([the.asked("events"), core.alerts.value, warned], [0, [], []])
    }),
  )
})

const site = "https://site.example"
const calls = ["config", "origins", "analyticsConfig", "supportedChains"] as const
const on = (id: string, config: readonly unknown[] | null = null) => ({ id, isEnabled: true, config })
const allOff = everyFeature(() => false)

const leavesOf = (the: Case, origin = site): Partial<Leaves> => ({
  ...the.leaves,
  browser: scripted.layer({ page: { origin, url: `${origin}/` } }),
})

interface Visit {
  readonly project?: Project
  readonly options?: Partial<ModalOptions>
  readonly origin?: string
}
type Run = (the: Case, warned: readonly (readonly unknown[])[]) => Effect.Effect<void, unknown, Needs | Scope.Scope>

/** Starts a modal up on the page of `origin`, and goes on when it is. The console's warnings are kept. */
const visit = (make: Make, { project = {}, options, origin }: Visit, run: Run) =>
  Effect.gen(function* () {
    const the = yield* make(project)
    const warned = yield* muted("warn")
    yield* visitOf(the, run(the, warned), options, origin)
  })

/** Of a provider that answers a call with a status. */
const refusing = (
  make: Make,
  call: Call,
  status: number,
  run: (...of: Parameters<Run>) => Generator<Effect.Effect<unknown, unknown, Needs | Scope.Scope>, void, never>,
) =>
  Effect.gen(function* () {
    const the = yield* make({})
    const warned = yield* muted("warn")
    the.fail(call, status)
    yield* visitOf(the, Effect.gen(() => run(the, warned)) as ReturnType<Run>)
  })

const visitOf = (the: Case, run: ReturnType<Run>, options?: Partial<ModalOptions>, origin?: string) =>
  Effect.andThen(started, run).pipe(
    Effect.scoped,
    Effect.provide(modal({}, { leaves: leavesOf(the, origin), ...(options && { options }) })),
  )

/** Waits, in real time, until so many events were taken. */
const takes = (the: Case, count: number) =>
  Effect.gen(function* () {
    while (the.taken().length < count) yield* breath
  })
