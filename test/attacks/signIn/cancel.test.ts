import { assert, describe, it } from "@effect/vitest"
import { base } from "../../../src/options/networks.ts"
import { cancelSignIn } from "../../../src/siwx/flows/cancelSignIn.ts"
import { signIn as limits } from "../../../src/siwx/limits.ts"
import { approved, shown, signs, switches, whenSiteSignsIn } from "../../fixtures/scenes/siwx.ts"
import { begun, pass } from "../../fixtures/visits.ts"

describe("A required sign-in", () => {
  it.effect("can be canceled although the wallet does not switch back", () =>
    whenSiteSignsIn({}, function* ({ wallet }) {
      yield* approved
      yield* signs
      yield* switches(base)
      wallet().behave({ switch: "hang" })
      yield* begun(cancelSignIn())
      assert.deepStrictEqual(yield* shown, ["SIWXSignMessage", "connected"])
      yield* pass(limits.response)
      yield* pass("10 seconds")
      assert.deepStrictEqual(yield* shown, ["closed", "disconnected"])
    }),
  )
})
