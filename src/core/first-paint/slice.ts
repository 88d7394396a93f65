import type { ModalContext } from "../../stub/context.ts"

/** Function that returns a modal's signals of one topic. They are created on first use, once per modal. */
export type Slice<A> = (instance: ModalContext) => A

/** Defines the signals of a topic. Returns a function that creates them for a modal on first use. */
export const slice = <A>(make: (instance: ModalContext) => A): Slice<A> => {
  const made = new WeakMap<ModalContext, A>()
  return (instance) => {
    const known = made.get(instance)
    if (known !== undefined) return known
    const { snapshotParts, version } = instance
    const before = snapshotParts.size
    const fresh = make(instance)
    made.set(instance, fresh)
    // Deferred, because a running computed must not change any signal.
    if (snapshotParts.size > before) queueMicrotask(() => void version.value++)
    return fresh
  }
}
