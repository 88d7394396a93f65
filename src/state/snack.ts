import { signal } from "@preact/signals-core"
import { slice } from "./slice.ts"

/** The short message under the eyes of the visitor (specification section 3, "Snack message"). */
export interface Snack {
  readonly message: string
  readonly variant: "success" | "error" | "loading"
  readonly svg: string | undefined
  readonly open: boolean
  readonly autoClose: boolean
}

const none: Snack = { message: "", variant: "success", svg: undefined, open: false, autoClose: true }

/** `held` is true while the visitor's pointer or focus rests on the snack, `fetching` while the code that draws it is fetched. */
export const snack = slice((instance) => {
  const shown = signal<Snack>(none)
  const held = signal(false)
  const fetching = signal(false)
  instance.parts.set("snack", () => ({ snack: shown.value }))
  return { shown, held, fetching }
})
