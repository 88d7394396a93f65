/** Short message to the visitor (specification section 3, "Snack message"). */
export interface Snack {
  readonly message: string
  readonly variant: "success" | "error" | "loading"
  readonly svg: string | undefined
  readonly open: boolean
  readonly autoClose: boolean
}

/** Message, or a function that returns it in the current language. A function lets the shown message follow a change of language. */
export type Words = string | (() => string)

/** Snack in the state, whose message may depend on the language. */
export type ShownSnack = Omit<Snack, "message"> & { readonly message: Words }

/** Returns a message in the current language. */
export const worded = (words: Words) => (typeof words === "string" ? words : words())
