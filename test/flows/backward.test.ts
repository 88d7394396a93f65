import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as browser from "../../layers/browser/scripted.ts"
import { closeModal, goTo, openModal } from "../../src/flows/open.ts"
import { Modal } from "../../src/modal.ts"
import { dialog, rest, visit } from "./modal.ts"
import "../../src/flows/backward.ts"

const views = Effect.map(Modal, ({ core }) => (core.open.value ? core.stack.value.map(({ name }) => name) : "closed"))

/** A browser whose Back can be pressed while it is held. */
const withBack = () => {
  let press: (() => void) | undefined
  const leaf = browser.layer({
    held: (pressed) => {
      press = pressed
    },
  })
  const back = Effect.andThen(
    Effect.sync(() => press?.()),
    rest,
  )
  return { leaf, back, held: () => press !== undefined }
}

describe("The browser's Back", () => {
  it.effect("leads back through the views, and from the first of them out", () => {
    const { leaf, back } = withBack()
    const run = Effect.gen(function* () {
      yield* openModal()
      yield* goTo({ name: "AllWallets" })
      yield* goTo({ name: "ConnectingWalletConnect" })
      yield* rest
      yield* back
      assert.deepStrictEqual(yield* views, ["Connect", "AllWallets"])
      yield* back
      assert.deepStrictEqual(yield* views, ["Connect"])
      yield* back
      assert.strictEqual(yield* views, "closed")
    })
    return visit({}, run, { leaves: { browser: leaf } })
  })

  it.effect("is the page's own again as soon as the modal is closed, and ours when it is opened anew", () => {
    const { leaf, held } = withBack()
    const run = Effect.gen(function* () {
      assert.isFalse(held())
      for (const _ of [1, 2]) {
        yield* openModal()
        yield* rest
        assert.isTrue(held())
        yield* closeModal()
        yield* rest
        assert.isFalse(held())
      }
    })
    return visit({}, run, { leaves: { browser: leaf } })
  })

  it.effect("does not lead out where closing is refused: it shakes, as any other way out", () => {
    const { leaf, back } = withBack()
    const { leaf: shaken, told } = dialog()
    const run = Effect.gen(function* () {
      const { core } = yield* Modal
      yield* openModal()
      core.stack.value = [{ name: "UnsupportedChain" }]
      yield* rest
      yield* back
      assert.deepStrictEqual(yield* views, ["UnsupportedChain"])
      assert.include(told, "refuse")
    })
    return visit({}, run, { leaves: { browser: leaf, dialog: shaken } })
  })

  it.effect("stays the page's own in embedded mode", () => {
    const { leaf, held } = withBack()
    const run = Effect.gen(function* () {
      yield* openModal()
      yield* rest
      assert.isFalse(held())
    })
    return visit({}, run, { options: { enableEmbedded: true }, leaves: { browser: leaf } })
  })
})
