import type { Instance } from "../../stub/instance.ts"

/** Signals of one topic: one set per modal, created on first use. */
export type Slice<A> = (instance: Instance) => A

/** Defines the signals of a topic. */
export const slice = <A>(make: (instance: Instance) => A): Slice<A> => {
  const made = new WeakMap<Instance, A>()
  return (instance) => {
    const known = made.get(instance)
    if (known !== undefined) return known
    const { parts, topics } = instance
    const before = parts.size
    const fresh = make(instance)
    made.set(instance, fresh)
    // Deferred, because a running computed must not change any signal.
    if (parts.size > before) queueMicrotask(() => void topics.value++)
    return fresh
  }
}
