/** Something that arrives later. Loading and failing keep the value before, where there was one. */
export type Loadable<A> =
  | { readonly is: "idle" }
  | { readonly is: "loading"; readonly last: A | undefined }
  | { readonly is: "loaded"; readonly value: A }
  | { readonly is: "failed"; readonly error: Error; readonly last: A | undefined }

/** Nobody has asked yet. */
export const idle = { is: "idle" } as const

/** The newest value there is, be it from before. */
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
