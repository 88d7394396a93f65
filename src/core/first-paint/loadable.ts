/** Value that is loaded asynchronously. While loading and after a failure, `last` is the previous value. */
export type Loadable<A> =
  | { readonly is: "idle" }
  | { readonly is: "loading"; readonly last: A | undefined }
  | { readonly is: "loaded"; readonly value: A }
  | { readonly is: "failed"; readonly error: Error; readonly last: A | undefined }

/** Not requested yet. */
export const idle = { is: "idle" } as const

/** Returns the newest value, possibly a previous one. */
export const latest = <A>(loadable: Loadable<A>): A | undefined => {
  switch (loadable.is) {
    case "idle":
      return undefined
    case "loaded":
      return loadable.value
    default:
      return loadable.last
  }
}
