import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as browser from "../../layers/browser/withoutWindow.ts"
import { closeModal, goTo, openModal } from "../../src/navigation/opening/flows.ts"
import { rest } from "../fixtures/modal.ts"
import { visiting } from "../fixtures/visits.ts"
import "../../src/engine/backButton.ts"

/** A browser whose Back button the test can press while the modal uses it. */
const test = visiting(() => {
  let press: (() => void) | undefined
  const held = (pressed: (() => void) | undefined) => {
    press = pressed
  }
  const back = Effect.andThen(
    Effect.sync(() => press?.()),
    rest,
  )
  return { layers: { browser: browser.layer({ held }) }, back, held: () => press !== undefined }
})

describe("The browser's Back", () => {
  test("goes back one view, and closes the modal on the first", function* ({ back, views }) {
    yield* openModal()
    yield* goTo({ name: "AllWallets" })
    yield* goTo({ name: "ConnectingWalletConnect" })
    yield* rest
    for (const left of [["Connect", "AllWallets"], ["Connect"], []]) {
      yield* back
      assert.deepStrictEqual(views(), left)
    }
  })

  test("belongs to the page while the modal is closed", function* ({ held }) {
    assert.isFalse(held())
    for (const _ of ["first", "again"]) {
      yield* openModal()
      yield* rest
      assert.isTrue(held())
      yield* closeModal()
      yield* rest
      assert.isFalse(held())
    }
  })

  test("shakes the dialog if it may not close", function* ({ back, core, dialog, views }) {
    yield* openModal()
    core.stack.value = [{ name: "UnsupportedChain" }]
    yield* rest
    yield* back
    assert.deepStrictEqual(views(), ["UnsupportedChain"])
    assert.include(dialog.told, "refuse")
  })

  test("belongs to the page in embedded mode", { options: { enableEmbedded: true } }, function* ({ held }) {
    yield* openModal()
    yield* rest
    assert.isFalse(held())
  })
})
