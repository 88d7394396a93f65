import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { remoteDefaults } from "../../src/domain/features.ts"
import { closeModal, openModal } from "../../src/flows/open.ts"
import { Modal, use } from "../../src/modal.ts"
import { connectRows } from "../../src/state/connectRows.ts"
import { project } from "../../src/state/project.ts"
import { shelf, visit } from "./modal.ts"

const down = { faults: { config: { status: 500 } } } as const
const mails = { project: { features: [{ id: "social_login", isEnabled: true, config: ["email"] }] } }
const remote = Effect.map(Modal, ({ core }) => core.remoteFeatures.value)

describe("What the project is set up for", () => {
  it.effect("is kept for the next visit, and counts there until the project answers", () =>
    Effect.gen(function* () {
      const { leaf } = shelf()
      const leaves = { storage: leaf }
      assert.deepStrictEqual(yield* visit(down, remote, { leaves }), remoteDefaults)
      const first = yield* visit(mails, remote, { leaves })
      assert.include(first, { email: true, socials: false, activity: false })

      assert.deepStrictEqual(yield* visit(down, remote, { leaves }), first)
      assert.isFalse((yield* visit({}, remote, { leaves })).email)
    }),
  )

  it.effect("is not taken from another project, nor from what does not decode", () =>
    Effect.gen(function* () {
      const { leaf, texts } = shelf()
      const leaves = { storage: leaf }
      yield* visit(mails, remote, { leaves })
      assert.deepStrictEqual(yield* visit(down, remote, { leaves, options: { projectId: "another" } }), remoteDefaults)
      for (const odd of ["{", "null", "7", '{"of":"demo"}', '{"of":"demo","entries":[{"id":"swap"}]}']) {
        texts.set("project_features", odd)
        assert.deepStrictEqual(yield* visit(down, remote, { leaves }), remoteDefaults, odd)
      }
    }),
  )

  it.effect("puts logins below the wallets that show already, and in their own place from the next opening on", () => {
    const methods = Effect.map(use(connectRows), (rows) => rows().ways.value.methods)
    const run = Effect.gen(function* () {
      const { logins } = yield* use(project)
      assert.deepStrictEqual(yield* methods, ["email", "wallet"])
      logins.value = "no"
      assert.deepStrictEqual(yield* methods, ["wallet"])
      yield* openModal()
      logins.value = "late"
      assert.deepStrictEqual(yield* methods, ["wallet", "email"])
      yield* closeModal()
      assert.deepStrictEqual(yield* methods, ["email", "wallet"])
    })
    return visit({ ...mails, wallets: { "*": "absent" } }, run)
  })
})
