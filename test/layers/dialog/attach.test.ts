// @vitest-environment happy-dom
import { Effect } from "effect"
import { layer as native } from "../../../layers/dialog/native.ts"
import { Dialog } from "../../../services/Dialog.ts"
import { assert, it } from "../../fixtures/it.ts"

it.effect("The kit injects one modal element into the page body: again if the page has removed it", function* () {
  // Test files of a worker share the page.
  document.body.replaceChildren()
  const host = document.createElement("div")
  yield* Effect.gen(function* () {
    const { show, close } = yield* Dialog
    for (const _ of ["first", "again"]) {
      yield* show
      assert.deepStrictEqual([...document.body.children], [host])
      yield* close
      // A site that replaces the body when it navigates removes the element.
      document.body.replaceChildren()
    }
  }).pipe(Effect.provide(native(() => host, true)))
})
