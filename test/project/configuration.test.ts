import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { connectRows } from "../../src/connect/first-paint/state.ts"
import { closeModal, openModal } from "../../src/navigation/opening/flows.ts"
import { remoteDefaults } from "../../src/options/remoteFeatures.ts"
import { loadLastFeatures } from "../../src/project/first-paint/flows.ts"
import { project } from "../../src/project/first-paint/state.ts"
import { CurrentModal, slicesOf } from "../../src/runtime/currentModal.ts"
import type { SiwxConfig } from "../../src/siwx/model/message.ts"
import { snapshot } from "../../src/stub/takeSnapshot.ts"
import { muted } from "../fixtures/console.ts"
import { pass, test } from "../fixtures/visits.ts"

const down = { script: { faults: { config: { status: 500 } } } }
const emails = { project: { features: [{ id: "social_login", isEnabled: true, config: ["email"] }] } }
const remote = Effect.map(CurrentModal, ({ core }) => core.remoteFeatures.value)

describe("The project configuration", () => {
  test.visits("is stored for the next visit, and applies there until it is fetched again", function* ({ visit }) {
    assert.deepStrictEqual(yield* visit(remote, down), remoteDefaults)
    const first = yield* visit(remote, { script: emails })
    assert.include(first, { email: true, socials: false, activity: false })

    assert.deepStrictEqual(yield* visit(remote, down), first)
    assert.isFalse((yield* visit(remote)).email)
  })

  test.visits("is ignored if it is for another project or invalid", function* ({ storage, visit }) {
    yield* visit(remote, { script: emails })
    assert.deepStrictEqual(yield* visit(remote, { ...down, options: { projectId: "another" } }), remoteDefaults)
    const good = { id: "activity", isEnabled: true }
    const entries = [7, { ...good, id: 7 }, { id: "swap" }, { ...good, config: "all" }, { ...good, config: ["all", 7] }]
    const malformed = entries.map((entry) => JSON.stringify({ of: "demo", entries: [good, entry] }))
    for (const odd of ["{", "null", "7", '{"of":"demo"}', ...malformed]) {
      storage.texts.set("project_features", odd)
      assert.deepStrictEqual(yield* visit(remote, down), remoteDefaults, odd)
    }
  })

  test.visits("is restored with settings that are null, or if the project has none", function* ({ storage, visit }) {
    const kept = (entries: unknown) => storage.texts.set("project_features", JSON.stringify({ of: "demo", entries }))
    kept([{ id: "activity", isEnabled: true, config: null }])
    assert.include(yield* visit(remote, down), { activity: true, email: false, swaps: false })
    kept(null)
    const options = { remoteFeatures: { multiWallet: true } }
    assert.deepStrictEqual(yield* visit(remote, { ...down, options }), { ...remoteDefaults, multiWallet: true })
  })

  const replaced = { id: "reown_authentication", isEnabled: true }
  const ofSite = { features: { swaps: false as const }, siwx: {} as SiwxConfig }
  for (const [what, features, options, warnings] of [
    ["sets neither", [replaced], {}, []],
    ["signs visitors in by itself", [], { siwx: ofSite.siwx }, []],
    ["sets features", [replaced], { features: ofSite.features }, ["in your options: swaps."]],
    ["sets siwx", [replaced], { siwx: ofSite.siwx }, ["so the `siwx` option is ignored."]],
    ["sets both", [replaced], ofSite, ["in your options: swaps.", "so the `siwx` option is ignored."]],
  ] as const)
    test.visits(`warns of what it overrides if the site ${what}`, function* ({ visit }) {
      const warned = yield* muted("warn")
      yield* visit(remote, { script: { project: { features } }, options })
      assert.deepStrictEqual<unknown>(
        warned.map(([text]) => String(text).replace(/^.*, (?=so the)|^.*ignored /, "")),
        warnings,
      )
    })

  const logins = (...config: string[]) => [{ id: "social_login", isEnabled: true, config }]
  // Another request that fails earlier does not matter.
  const faults = { config: { delay: 1_000 }, supportedChains: { status: 500 } }
  const slow = { script: { ...emails, faults }, starting: true }
  const known = Effect.map(slicesOf(project), ({ logins }) => logins.value)
  for (const [what, last, view, expected] of [
    ["on a first visit", undefined, "Connect", "late"],
    ["on a first visit without a view", undefined, undefined, "yes"],
    ["on a first visit in another view", undefined, "Networks", "yes"],
    ["after a visit with email", logins("email"), "Connect", "yes"],
    ["after a visit with a social login", logins("x"), "Connect", "yes"],
    ["after a visit without logins", [{ id: "activity", isEnabled: true }], "Connect", "late"],
  ] as const)
    test.visits(`is late if it brings logins that an open Connect view does not show: ${what}`, function* (browser) {
      const { storage, visit } = browser
      if (last) storage.texts.set("project_features", JSON.stringify({ of: "demo", entries: last }))
      yield* visit(function* ({ instance }) {
        if (last) assert.include({ ...(yield* remote) }, { email: what.endsWith("email"), swaps: false })
        if (view) yield* openModal({ view })
        assert.strictEqual(yield* known, last ? "yes" : "no")
        yield* pass(1_000)
        assert.strictEqual(yield* known, expected)
        loadLastFeatures(instance, { of: "demo", entries: [] })
        assert.include(yield* remote, { email: true, socials: false })
      }, slow)
    })

  test("leaves the defaults in the state if the project has none", down, function* ({ instance }) {
    assert.deepStrictEqual(snapshot(instance).options.remoteFeatures, {
      swaps: ["1inch"],
      onramp: ["meld"],
      email: true,
      socials: ["google", "x", "discord", "farcaster", "github", "apple", "facebook"],
      activity: true,
      reownBranding: true,
      multiWallet: false,
      emailCapture: false,
      payWithExchange: false,
      payments: false,
      reownAuthentication: false,
    })
  })

  const alone = { script: { ...emails, wallets: { "*": "absent" } } } as const
  test("gives logins their usual place even if it arrives while Connect shows the wallets", alone, function* () {
    const { core } = yield* CurrentModal
    const { logins } = yield* slicesOf(project)
    const rows = yield* slicesOf(connectRows)
    const methods = () => rows().ways.value.methods
    const awaited = () => rows().ways.value.awaited
    assert.deepStrictEqual(methods(), ["email", "wallet"])
    assert.isFalse(awaited())
    logins.value = "no"
    assert.isTrue(awaited())
    yield* openModal()
    logins.value = "late"
    assert.deepStrictEqual(methods(), ["email", "wallet"])
    assert.isFalse(awaited())
    core.features.value = { ...core.features.value, connectMethodsOrder: ["wallet", "email"] }
    assert.deepStrictEqual(methods(), ["wallet", "email"])
    yield* closeModal()
    assert.strictEqual(logins.value, "yes")
  })
})
