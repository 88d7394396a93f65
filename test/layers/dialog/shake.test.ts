// @vitest-environment happy-dom
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { layer as embedded } from "../../../layers/dialog/embedded.ts"
import { layer as native } from "../../../layers/dialog/native.ts"
import { Dialog } from "../../../services/Dialog.ts"
import { assert, it } from "../../fixtures/it.ts"

const host = document.createElement("div")

it.effect.each([
  ["a dialog", native(() => host, true)],
  ["an embedded modal", embedded(() => host)],
] as const)("Shake: 500 ms: %s", function* ([, layer]) {
  yield* Effect.gen(function* () {
    const shaken = () => host.shadowRoot?.querySelector("[data-refused]") !== null
    yield* Effect.forkChild((yield* Dialog).shake, { startImmediately: true })
    for (const [time, shakes] of [
      [499, true],
      [1, false],
    ] as const) {
      yield* TestClock.adjust(time)
      assert.strictEqual(shaken(), shakes)
    }
  }).pipe(Effect.provide(layer))
})
