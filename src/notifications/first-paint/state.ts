import { signal } from "@preact/signals-core"
import { slice } from "../../core/first-paint/slice.ts"
import { type ShownSnack, worded } from "./model.ts"

const none: ShownSnack = { message: "", variant: "success", svg: undefined, open: false, autoClose: true }

/** `held`: the pointer or focus rests on the snack. `fetching`: the code that renders it is loading. */
export const snack = slice((instance) => {
  const shown = signal<ShownSnack>(none)
  const held = signal(false)
  const fetching = signal(false)
  instance.snapshotParts.set("snack", () => ({ snack: { ...shown.value, message: worded(shown.value.message) } }))
  return { shown, held, fetching }
})
