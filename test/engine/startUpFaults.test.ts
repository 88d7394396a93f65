import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { TestClock } from "effect/testing"
import * as http from "../../layers/api/http.ts"
import { api as limits } from "../../layers/api/limits.ts"
import * as scripted from "../../layers/browser/withoutWindow.ts"
import * as telemetry from "../../layers/telemetry/http.ts"
import { openModal } from "../../src/navigation/opening/flows.ts"
import { everyFeature, remoteDefaults } from "../../src/options/remoteFeatures.ts"
import { project } from "../../src/project/first-paint/state.ts"
import { CurrentModal, slicesOf } from "../../src/runtime/currentModal.ts"
import { hostsOf, provided, site } from "../contracts/provider.ts"
import { breath } from "../contracts/settled.ts"
import { muted } from "../fixtures/console.ts"
import { assert, describe, it } from "../fixtures/it.ts"
import { modal, rest, started } from "../fixtures/modal.ts"
import type { Fault } from "../real/parts/provider.ts"

const faults: readonly (readonly [name: string, fault: Fault])[] = [
  ["a page in HTML", { body: "html" }],
  ["half of the JSON", { body: "truncated" }],
  ["null", { body: "null" }],
  ["wrong types", { body: "wrong" }],
  ["10 MB", { body: "huge" }],
  ["nothing", { body: "empty" }],
  ["a truncated line", { body: "cut" }],
  ["403", { status: 403, body: "html" }],
  ["429 and Retry-After", { status: 429, retryAfter: "120" }],
  ["500", { status: 500, body: "html" }],
  ["silence", { delay: 3_600_000 }],
]

/** Each request of start-up, and the alerts that its faults raise. Other faults raise none. */
const calls: readonly (readonly [route: string, alerts: Readonly<Record<string, string>>])[] = [
  ["GET /appkit/v1/config", {}],
  ["GET /projects/v1/origins", { "429 and Retry-After": "APKT010", "500": "APKT009" }],
  ["GET /getAnalyticsConfig", { "403": "APKT002" }],
  ["GET /v1/supported-chains", {}],
  ["POST /e", { "403": "APKT002" }],
]

const table = calls.flatMap(([route, alerts]) =>
  faults.map(([name, fault]) => ({ route, name, fault, alert: alerts[name] })),
)
const asked = calls.map(([route]) => route).filter((route) => route !== "POST /e")

/** Features that the provider turns on. */
const configured = { ...everyFeature(() => false), activity: true }

const leavesOf = (host: string) => {
  const who = () => ({ address: undefined, caipNetworkId: undefined })
  return {
    api: http.layer({ ...site, hosts: hostsOf(host) }),
    telemetry: telemetry.layer({ ...site, host, who }),
    browser: scripted.layer({ page: { origin: "https://shop.example.com", url: "https://shop.example.com/" } }),
  }
}

describe("Start-up", () => {
  it.effect.each(table)(
    "ends, and the modal works, if $route responds with $name",
    function* ({ route, fault, alert }) {
      const provider = yield* provided
      provider.set("GET /appkit/v1/config", { features: [{ id: "activity", isEnabled: true, config: null }] })
      provider.fault(route, fault)
      const warned = yield* muted("warn")
      const broken = yield* muted("error")

      yield* Effect.gen(function* () {
        const { core } = yield* CurrentModal
        const { served } = yield* slicesOf(project)
        const ready = yield* Effect.forkChild(started)
        while (asked.some((one) => provider.count(one) === 0)) yield* breath
        yield* rest
        if (fault.delay !== undefined) yield* TestClock.adjust(limits.timeout)
        yield* Fiber.join(ready)
        yield* openModal()
        if (route !== "GET /getAnalyticsConfig") while (provider.count("POST /e") === 0) yield* breath
        while (alert !== undefined && core.alerts.value.length === 0) yield* breath
        yield* rest

        assert.isTrue(core.open.value)
        assert.deepStrictEqual(core.remoteFeatures.value, route === asked[0] ? remoteDefaults : configured)
        assert.strictEqual(served.value?.has("eip155:8453"), route === "GET /v1/supported-chains" ? undefined : true)
        assert.deepStrictEqual(
          core.alerts.value.map(({ code }) => code),
          alert === undefined ? [] : [alert],
        )
        assert.deepStrictEqual([warned.length, broken], [alert === undefined ? 0 : 1, []])
        for (const one of asked) assert.strictEqual(provider.count(one), 1, `${one} is asked once`)
        if (route === "GET /getAnalyticsConfig") assert.strictEqual(provider.count("POST /e"), 0)
      }).pipe(Effect.scoped, Effect.provide(modal({}, { layers: leavesOf(provider.url) })))
    },
  )
})
