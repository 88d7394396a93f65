import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { connectRows } from "../../src/connect/first-paint/state.ts"
import { closeModal, openModal } from "../../src/navigation/opening/flows.ts"
import { remoteDefaults } from "../../src/options/remoteFeatures.ts"
import { project } from "../../src/project/first-paint/state.ts"
import { CurrentModal, slicesOf } from "../../src/runtime/currentModal.ts"
import { snapshot } from "../../src/stub/takeSnapshot.ts"
import { test } from "../fixtures/visits.ts"

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
    for (const odd of ["{", "null", "7", '{"of":"demo"}', '{"of":"demo","entries":[{"id":"swap"}]}']) {
      storage.texts.set("project_features", odd)
      assert.deepStrictEqual(yield* visit(remote, down), remoteDefaults, odd)
    }
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
