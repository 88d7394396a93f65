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

/** A sentence, or how to read it: then it is in the visitor's language whenever that comes or changes while the sentence shows. */
export type Words = string | (() => string)

/** The snack as it is kept. */
export type Said = Omit<Snack, "message"> & { readonly message: Words }

/** A sentence as it is now. */
export const worded = (words: Words) => (typeof words === "string" ? words : words())

const none: Said = { message: "", variant: "success", svg: undefined, open: false, autoClose: true }

/** `held` is true while the visitor's pointer or focus rests on the snack, `fetching` while the code that draws it is fetched. */
export const snack = slice((instance) => {
  const shown = signal<Said>(none)
  const held = signal(false)
  const fetching = signal(false)
  instance.parts.set("snack", () => ({ snack: { ...shown.value, message: worded(shown.value.message) } }))
  return { shown, held, fetching }
})
