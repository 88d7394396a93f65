import { signal } from "@preact/signals-core"
import { slice } from "../../core/first-paint/slice.ts"
import { type ShownSnack, worded } from "./model/snack.ts"

const none: ShownSnack = { message: "", variant: "success", svg: undefined, open: false, autoClose: true }

/** State of the snack. `held`: whether the pointer or the focus is on it. `fetching`: whether the code that renders it is loading. */
export const snack = slice((instance) => {
  const shown = signal<ShownSnack>(none)
  const held = signal(false)
  const fetching = signal(false)
  instance.snapshotParts.set("snack", () => ({ snack: { ...shown.value, message: worded(shown.value.message) } }))
  return { shown, held, fetching }
})
