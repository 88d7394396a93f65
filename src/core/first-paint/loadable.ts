/** Value that is loaded asynchronously. While loading and after a failure, `last` is the previous value. */
export type Loadable<A> =
  | { readonly status: "idle" }
  | { readonly status: "loading"; readonly last: A | undefined }
  | { readonly status: "loaded"; readonly value: A }
  | { readonly status: "failed"; readonly error: Error; readonly last: A | undefined }

/** State of a value that has not been requested yet. */
export const idle = { status: "idle" } as const

/** Returns the current value, or else the previous one. `undefined` if there is neither. */
export const latest = <A>(loadable: Loadable<A>): A | undefined => {
  switch (loadable.status) {
    case "idle":
      return undefined
    case "loaded":
      return loadable.value
    default:
      return loadable.last
  }
}
