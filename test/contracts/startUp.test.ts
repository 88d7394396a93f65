import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type * as Scope from "effect/Scope"
import { TestClock } from "effect/testing"
import * as http from "../../layers/api/http.ts"
import { api as limits } from "../../layers/api/limits.ts"
import * as scripted from "../../layers/browser/withoutWindow.ts"
import { demo, type Project } from "../../layers/demo.ts"
import * as telemetry from "../../layers/telemetry/http.ts"
import type { Layers } from "../../layers/wire.ts"
import { Api } from "../../services/Api.ts"
import { Telemetry } from "../../services/Telemetry.ts"
import { fetchBalances } from "../../src/balances/operations.ts"
import { connect } from "../../src/connect/operations.ts"
import { RateLimited, ServerError } from "../../src/errors/index.ts"
import { closeModal, openModal } from "../../src/navigation/opening/flows.ts"
import { switchNetwork } from "../../src/network/operations.ts"
import { dismissAlert } from "../../src/notifications/flows.ts"
import { type LocalFeatures, localDefaults } from "../../src/options/localFeatures.ts"
import { fantom, mainnet } from "../../src/options/networks.ts"
import type { ModalOptions } from "../../src/options/options.ts"
import { everyFeature, type RemoteFeatures, remoteDefaults } from "../../src/options/remoteFeatures.ts"
import { loadLastFeatures } from "../../src/project/first-paint/flows.ts"
import { originsEndpoint } from "../../src/project/opening/endpoints.ts"
import { CurrentModal } from "../../src/runtime/currentModal.ts"
import type { ModalContext } from "../../src/stub/context.ts"
import { snapshot } from "../../src/stub/takeSnapshot.ts"
import type { EventBody } from "../../src/telemetry/opening/model.ts"
import { muted } from "../fixtures/console.ts"
import { assert, describe, it } from "../fixtures/it.ts"
import { createWorld, halyard, modal, rest, started } from "../fixtures/modal.ts"
import type { Steps } from "../fixtures/visits.ts"
import { hostsOf, provided, site } from "./provider.ts"
import { turnsUntil } from "./settled.ts"

/** The requests of start-up by endpoint name, and a request that depends on each. `events` receives analytics. */
type Call = "config" | "origins" | "analyticsConfig" | "supportedChains" | "events" | "balance"

/** The provider, with a project. */
interface Case {
  /** Layers that use it. */
  readonly layers: Partial<Layers>
  readonly asked: (call: Call) => number
  /** Events it has accepted. */
  readonly taken: () => readonly EventBody[]
  /** Makes an endpoint respond with an HTTP status, or too late. */
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
const calls = ["config", "origins", "analyticsConfig", "supportedChains"] as const
const late = 3_600_000

const live: Make = ({ features, origins = [], analytics = true, networks }) =>
  Effect.map(provided, (provider) => {
    const host = provider.url
    if (features !== undefined) provider.set(routes.config, { features })
    if (networks) provider.set(routes.supportedChains, { http: networks, ws: [] })
    provider.set(routes.origins, { allowedOrigins: origins })
    provider.set(routes.analyticsConfig, { isAnalyticsEnabled: analytics })
    const who = () => ({ address: undefined, caipNetworkId: undefined })
    return {
      layers: {
        api: http.layer({ ...site, hosts: hostsOf(host) }),
        telemetry: telemetry.layer({ ...site, host, who }),
      },
      asked: (call) => provider.count(routes[call]),
      taken: () => provider.ledger.filter(({ route }) => route === routes.events).map(({ body }) => body as EventBody),
      fail: (call, how) => provider.fault(routes[call], how === "late" ? { delay: late } : { status: how }),
    }
  })

const demonstrated: Make = (project) =>
  Effect.sync(() => {
    const world = createWorld({ project })
    const { api, telemetry } = demo(world)
    return {
      layers: { api, telemetry },
      asked: world.faults.requestCount,
      taken: () => world.events,
      // Ends the wait at the time limit. The offline world itself would wait forever.
      fail: (call, how) =>
        world.faults.set(call, how === "late" ? { delay: limits.timeout, offline: true } : { status: how }),
    }
  })

const page = "https://site.example"
const leavesOf = (the: Case, origin = page): Partial<Layers> => ({
  ...the.layers,
  browser: scripted.layer({ page: { origin, url: `${origin}/` } }),
})

const on = (id: string, config: readonly unknown[] | null = null) => ({ id, isEnabled: true, config })
const allOff = everyFeature(() => false)

interface Setting {
  readonly project?: Project
  readonly options?: Partial<ModalOptions>
  readonly origin?: string
  /** A request to which the provider responds with this HTTP status. */
  readonly refused?: readonly [Call, number]
}

/** A modal that has started up, and the console's warnings. */
interface StartedUp extends Case {
  readonly core: ModalContext["core"]
  readonly instance: ModalContext
  readonly warned: readonly (readonly unknown[])[]
  /** Waits until the provider has accepted this number of events. */
  readonly takes: (count: number) => Effect.Effect<void>
}

/** Runs steps in a modal that has started up. */
const startedUp = Effect.fnUntraced(function* (
  make: Make,
  { project = {}, options = {}, origin, refused }: Setting,
  steps: (the: StartedUp) => Steps,
) {
  const the = yield* make(project)
  const warned = yield* muted("warn")
  if (refused) the.fail(...refused)
  yield* Effect.gen(function* () {
    yield* started
    const instance = yield* CurrentModal
    const takes = (count: number) => turnsUntil(() => the.taken().length >= count)
    yield* Effect.gen(() => steps({ ...the, core: instance.core, instance, warned, takes }))
  }).pipe(Effect.scoped, Effect.provide(modal({}, { layers: leavesOf(the, origin), options })))
})

describe.each([
  ["live", live],
  ["demo", demonstrated],
] as const)("Start-up, %s", (_, make) => {
  const test = (title: string, setting: Setting, steps: (the: StartedUp) => Steps): void =>
    it.effect(title, function* () {
      yield* startedUp(make, setting, steps)
    })

  const activity = { project: { features: [on("social_login", ["email", "x"]), on("activity")] } }
  test("GET /appkit/v1/config; response: features", activity, function* ({ core }) {
    assert.deepStrictEqual(core.remoteFeatures.value, { ...allOff, email: true, socials: ["x"], activity: true })
  })

  const odd = [
    on("teleport"),
    "activity",
    null,
    { id: "payments", isEnabled: "yes", config: null },
    { id: "onramp", isEnabled: true, config: "meld" },
    on("swap", ["2inch", "1inch", 3]),
    on("social_login", ["myspace", "github"]),
    { id: "activity", isEnabled: true },
  ]
  test("ignores unknown features and invalid values only", { project: { features: odd } }, function* (the) {
    const right = { ...allOff, swaps: ["1inch"], socials: ["github" as const], activity: true }
    assert.deepStrictEqual(the.core.remoteFeatures.value, right)
  })

  test("Feature gating: remote project configuration and local feature settings both apply", {
    project: {
      features: [on("social_login", ["email", "x"]), on("swap", ["1inch"]), { ...on("activity"), isEnabled: false }],
    },
    options: { features: { send: false, smartSessions: true, pay: true } },
  }, function* ({ core }) {
    // Features that only the project decides, that only the site decides, and that both decide.
    assert.deepStrictEqual(core.remoteFeatures.value, { ...allOff, swaps: ["1inch"] })
    assert.deepStrictEqual(core.features.value, { ...localDefaults, send: false, smartSessions: true, pay: true })
  })

  /** The setting of the site, or the entry of its project, on which each feature depends. */
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
      function* () {
        // The project turns a feature off by an entry as well as by having none.
        const ways = [
          [true, entry ? [on(entry)] : []],
          [false, []],
          [false, entry ? [{ ...on(entry), isEnabled: false }] : []],
        ] as const
        for (const [wanted, entries] of ways) {
          const setting = {
            project: { features: entries },
            // The site sets the opposite of the project, which wins. The site decides only if the project has no entry.
            options: { features: { [name]: name === "swaps" ? [] : entry ? !wanted : wanted } },
          }
          yield* startedUp(make, setting, function* ({ instance }) {
            const { features, remoteFeatures } = snapshot(instance).options as {
              readonly features: LocalFeatures
              readonly remoteFeatures: RemoteFeatures
            }
            const value = { ...features, ...remoteFeatures }[name]
            if (wanted) assert.isOk(value)
            else assert.isFalse(value)
          })
        }
      },
    )

  test("Feature gating: remote config overrides local, with a warning", {
    project: { features: [on("swap", ["1inch"])] },
    options: { features: { swaps: false, email: true }, remoteFeatures: { activity: true } },
  }, function* ({ core, warned }) {
    assert.deepStrictEqual(core.remoteFeatures.value, { ...allOff, swaps: ["1inch"] })
    assert.lengthOf(warned, 1)
    assert.match(String(warned[0]), /^\[Portico Config Notice\] .* ignored in your options: email, swaps, activity\.$/)
  })

  test("uses the site's settings, then the defaults, without a warning if the project has no configuration", {
    project: { features: null },
    options: { remoteFeatures: { email: false, multiWallet: true } },
  }, function* ({ core, warned }) {
    assert.deepStrictEqual(core.remoteFeatures.value, { ...remoteDefaults, email: false, multiWallet: true })
    assert.isEmpty(warned)
  })

  const logins = { project: { features: [on("social_login", ["email", "x"])] } }
  test("turns email and social login off whenever the site turns the pay feature on", logins, function* ({ core }) {
    for (const pay of [false, true, false]) {
      core.features.value = { ...core.features.value, pay }
      const { email, socials } = core.remoteFeatures.value
      assert.deepStrictEqual([email, socials], pay ? [false, false] : [true, ["x"]])
    }
  })

  test("disables all remote features in basic mode, and fetches nothing that could enable them", {
    options: { basic: true },
    project: { origins: ["https://other.example"] },
  }, function* ({ asked, core, instance }) {
    assert.deepStrictEqual(core.remoteFeatures.value, allOff)
    assert.deepStrictEqual([asked("config"), asked("origins"), core.alerts.value], [0, 0, []])
    // The last visit was not in basic mode.
    loadLastFeatures(instance, { of: instance.options.projectId, entries: [{ id: "activity", isEnabled: true }] })
    assert.deepStrictEqual(core.remoteFeatures.value, allOff)
  })

  test("makes each request once", {}, function* ({ asked }) {
    yield* openModal()
    yield* closeModal()
    yield* openModal()
    yield* rest

    assert.deepStrictEqual(calls.map(asked), [1, 1, 1, 1])
  })

  test("makes no request to the provider without a project ID", { options: { projectId: "" } }, function* (the) {
    yield* openModal()
    yield* rest

    assert.deepStrictEqual([...calls, "events" as const].map(the.asked), [0, 0, 0, 0, 0])
  })

  it.effect("does not wait for the provider: the modal opens with the site's settings", function* () {
    const the = yield* make({})
    for (const call of calls) the.fail(call, "late")
    yield* Effect.gen(function* () {
      const { core } = yield* CurrentModal
      const ready = yield* Effect.forkChild(started)
      yield* turnsUntil(() => calls.every((call) => the.asked(call) > 0))
      yield* openModal()
      assert.deepStrictEqual([core.initialized.value, core.open.value, core.loading.value], [true, true, false])
      assert.isUndefined(ready.pollUnsafe())
      assert.deepStrictEqual(core.remoteFeatures.value, { ...remoteDefaults, email: false })

      yield* TestClock.adjust(limits.timeout)
      yield* Fiber.join(ready)
      assert.deepStrictEqual(core.remoteFeatures.value, { ...remoteDefaults, email: false })
      assert.isEmpty(core.alerts.value)
    }).pipe(
      Effect.scoped,
      Effect.provide(modal({}, { layers: leavesOf(the), options: { features: { email: false } } })),
    )
  })

  test("The page origin must match the allowed origins or the default allowed ancestors, else an origin-not-allowed alert", {
    project: { origins: ["https://other.example", "https://*.site.example"] },
  }, function* ({ core, warned }) {
    const [alert, ...more] = core.alerts.value

    assert.deepInclude(alert, { code: "APKT002", variant: "error", title: "Invalid App Configuration" })
    assert.match(alert?.text ?? "", /^The origin https:\/\/site\.example is not on this project's allow list/)
    assert.isEmpty(more)
    assert.match(String(warned[0]), /^APKT002 Invalid App Configuration\. The origin https:\/\/site\.example/)
  })

  for (const [what, origin, origins] of [
    ["is in the list", page, ["https://other.example", page]],
    ["matches a wildcard of the list", "https://shop.site.example", ["https://*.site.example"]],
    ["is a default ancestor", "http://localhost:5173", ["https://other.example"]],
    ["has an empty list", page, []],
  ] as const)
    test(`no alert is raised when the origin ${what}`, { origin, project: { origins } }, function* ({ asked, core }) {
      assert.strictEqual(asked("origins"), 1)
      assert.isEmpty(core.alerts.value)
    })

  test("Allowed-origins fetch: HTTP 429 becomes RATE_LIMITED, and alert APKT010", {
    refused: ["origins", 429],
  }, function* ({ core }) {
    const error = yield* Effect.flip((yield* Api).call(originsEndpoint, undefined))

    assert.deepInclude(core.alerts.value[0], { code: "APKT010", title: "Rate Limited" })
    assert.instanceOf(error, RateLimited)
    assert.strictEqual(error.message, "RATE_LIMITED")
  })

  for (const status of [500, 599])
    test(`Allowed-origins fetch: 5xx becomes SERVER_ERROR, and alert APKT009 with its cause: ${status}`, {
      refused: ["origins", status],
    }, function* ({ core }) {
      const error = yield* Effect.flip((yield* Api).call(originsEndpoint, undefined))

      assert.deepInclude(core.alerts.value[0], { code: "APKT009", title: "Server Error" })
      assert.include(core.alerts.value[0]?.text, `HTTP status code: ${status}`)
      assert.instanceOf(error, ServerError)
      assert.strictEqual(error.message, "SERVER_ERROR")
    })

  test("treats any other failure of the origins request as an empty list", { refused: ["origins", 404] }, function* ({
    core,
  }) {
    assert.isEmpty(core.alerts.value)
  })

  const twoNetworks = { networks: [mainnet, fantom] }
  test("GET v1/supported-chains; networks missing from it are not queried", {
    options: twoNetworks,
    project: { networks: ["eip155:250", "eip155:10"] },
  }, function* ({ asked }) {
    yield* connect({ wallet: halyard })

    assert.isEmpty(yield* fetchBalances())
    assert.strictEqual(asked("balance"), 0)
    yield* switchNetwork({ network: "eip155:250" })
    yield* fetchBalances()
    assert.strictEqual(asked("balance"), 1)
  })

  for (const [what, refused] of [
    ["an empty list", {}],
    ["a failure", { refused: ["supportedChains", 500] }],
  ] as const)
    test(`supports the known networks if the response is ${what}`, {
      options: twoNetworks,
      project: { networks: [] },
      ...refused,
    }, function* ({ asked }) {
      yield* connect({ wallet: halyard })
      yield* fetchBalances()
      assert.strictEqual(asked("balance"), 1)
      yield* switchNetwork({ network: "eip155:250" })
      assert.isEmpty(yield* fetchBalances())
      assert.strictEqual(asked("balance"), 1)
    })

  test("GET /getAnalyticsConfig; response: isAnalyticsEnabled: events wait for it, and for the first open", {
    project: { analytics: true },
  }, function* ({ asked, taken, takes }) {
    yield* (yield* Telemetry).track({ event: "CLICK_NETWORKS" })
    yield* rest
    assert.deepStrictEqual([asked("analyticsConfig"), asked("events")], [1, 0])

    yield* openModal()
    yield* takes(3)
    assert.deepStrictEqual(
      taken().map(({ props }) => props.event),
      ["INITIALIZE", "CLICK_NETWORKS", "MODAL_OPEN"],
    )
    yield* closeModal()
    yield* takes(4)
    assert.strictEqual(taken()[3]?.props.event, "MODAL_CLOSE")
  })

  test("sends the options with the first event, and networks as IDs", {
    options: { ...twoNetworks, features: { send: false } },
  }, function* ({ taken, takes }) {
    yield* openModal()
    yield* takes(1)
    const { properties } = taken()[0]?.props ?? {}

    assert.deepInclude(properties, { networks: ["eip155:1", "eip155:250"], projectId: "demo" })
    assert.deepInclude(properties?.features, { send: false, receive: true })
    assert.notProperty(properties, "layers")
  })

  test("sends no events if the project has analytics off", { project: { analytics: false } }, function* ({ asked }) {
    yield* openModal()
    yield* rest

    assert.deepStrictEqual([asked("analyticsConfig"), asked("events")], [1, 0])
  })

  test("makes no analytics request if the site has analytics off, unless the visitor consents", {
    options: { features: { analytics: false } },
  }, function* ({ asked, core, taken, takes }) {
    const consent = (analytics: boolean) => {
      core.features.value = { ...core.features.value, analytics }
    }
    yield* openModal()
    yield* rest
    assert.deepStrictEqual([asked("analyticsConfig"), asked("events")], [0, 0])

    consent(true)
    yield* turnsUntil(() => asked("analyticsConfig") > 0)
    yield* rest
    yield* closeModal()
    yield* takes(1)
    assert.deepStrictEqual(
      taken().map(({ props }) => props.event),
      ["MODAL_CLOSE"],
    )
    consent(false)
    yield* rest
    yield* openModal()
    yield* rest
    assert.deepStrictEqual([asked("analyticsConfig"), asked("events")], [1, 1])
  })

  for (const [what, call] of [
    ["its configuration", "analyticsConfig"],
    ["an event", "events"],
  ] as const)
    test(`'Invalid App Configuration': an alert shown once when analytics returns HTTP 403 for ${what}`, {
      refused: [call, 403],
    }, function* ({ asked, core, warned }) {
      yield* openModal()
      yield* turnsUntil(() => core.alerts.value.length > 0)
      const [alert, ...more] = core.alerts.value
      assert.deepInclude(alert, { code: "APKT002", title: "Invalid App Configuration" })
      assert.isEmpty(more)
      assert.match(alert?.text ?? "", /^The origin https:\/\/site\.example is not on .* allow list/)

      yield* dismissAlert("APKT002")
      yield* closeModal()
      yield* openModal()
      yield* rest
      assert.isEmpty(core.alerts.value)
      assert.deepStrictEqual([asked("analyticsConfig"), asked("events")], [1, call === "events" ? 1 : 0])
      assert.lengthOf(warned, 1)
    })

  test("'Invalid App Configuration': an alert shown once when the origins exclude the page and analytics returns HTTP 403", {
    project: { origins: ["https://other.example"] },
    refused: ["analyticsConfig", 403],
  }, function* ({ asked, core, warned }) {
    yield* openModal()
    yield* rest

    assert.strictEqual(asked("analyticsConfig"), 1)
    assert.deepStrictEqual(
      core.alerts.value.map(({ code }) => code),
      ["APKT002"],
    )
    assert.lengthOf(warned, 1)
  })

  const failing = { refused: ["analyticsConfig", 500] } as const
  test("turns analytics off silently if its configuration fails in another way", failing, function* (the) {
    yield* openModal()
    yield* rest

    assert.deepStrictEqual([the.asked("events"), the.core.alerts.value, the.warned], [0, [], []])
  })
})
