import type { Instance } from "../instance.ts"

/** The signals of one topic: one set a modal, made when somebody first asks. */
export type Slice<A> = (instance: Instance) => A

/** Describes a topic's signals. */
export const slice = <A>(make: (instance: Instance) => A): Slice<A> => {
  const made = new WeakMap<Instance, A>()
  return (instance) => {
    const known = made.get(instance)
    if (known !== undefined) return known
    const { parts, topics } = instance
    const before = parts.size
    const fresh = make(instance)
    made.set(instance, fresh)
    // Later, since what is being computed must not change anything.
    if (parts.size > before) queueMicrotask(() => void topics.value++)
    return fresh
  }
}
