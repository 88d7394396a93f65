import { batch, computed, type ReadonlySignal, type Signal, type SignalOptions, signal } from "@preact/signals-core"

/** List whose entities can change one at a time. `ids` holds the order, and `get` returns the signal of an entity. */
export interface Collection<A extends object> {
  readonly ids: ReadonlySignal<readonly string[]>
  /** Same as `ids`, but watching it does not start refreshing. */
  readonly order: ReadonlySignal<readonly string[]>
  get(id: string): ReadonlySignal<A> | undefined
  /** Returns all entities as a plain list, without subscribing. */
  peek(): readonly A[]
  /** Makes the list equal to `next`, writing only what differs. If two entities have the same key, the first wins. */
  reconcile(next: readonly A[]): void
}

/**
 * Creates a collection of flat entities, identified by `key`. `options` may start refreshing once `ids` is watched, and stop it afterwards.
 */
export const collection = <A extends object>(
  key: (entity: A) => string,
  options?: SignalOptions<readonly string[]>,
): Collection<A> => {
  const order = signal<readonly string[]>([])
  const entities = new Map<string, Signal<A>>()

  return {
    ids: computed(() => order.value, options),
    order,
    get: (id) => entities.get(id),
    peek: () => order.peek().flatMap((id) => entities.get(id)?.peek() ?? []),
    reconcile: (entries) =>
      batch(() => {
        const seen = new Set<string>()
        for (const entity of entries) {
          const id = key(entity)
          if (seen.has(id)) continue
          seen.add(id)
          const known = entities.get(id)
          if (!known) entities.set(id, signal(entity))
          else if (known.peek() !== entity && !same(known.peek(), entity)) known.value = entity
        }
        const next = [...seen]
        const before = order.peek()
        if (next.length !== before.length || next.some((id, at) => id !== before[at])) order.value = next
        for (const id of entities.keys()) if (!seen.has(id)) entities.delete(id)
      }),
  }
}

/** Whether two entities, or lists, have the same values. */
const same = <A extends object>(one: A, other: A): boolean => {
  const keys = Object.keys(one) as (keyof A)[]
  return keys.length === Object.keys(other).length && keys.every((name) => isEqual(one[name], other[name]))
}
const isEqual = (one: unknown, other: unknown) =>
  Array.isArray(one) && Array.isArray(other) ? same(one, other) : Object.is(one, other)

/**
 * Derives a collection from a computed list. Its `ids` change only if the order does, and an entity only if its content does. The signal of
 * a removed entity keeps its last value. The signal of an unknown ID has the value `undefined`.
 */
export const computedCollection = <A extends object>(
  source: ReadonlySignal<readonly A[]>,
  key: (entity: A) => string,
): { readonly ids: ReadonlySignal<readonly string[]>; get(id: string): ReadonlySignal<A> } => {
  let order: readonly string[] = []
  const kept = new Map<string, ReadonlySignal<A>>()
  return {
    ids: computed(() => {
      const next = source.value.map(key)
      if (next.length !== order.length || next.some((id, at) => id !== order[at])) order = next
      return order
    }),
    get: (id) => {
      const known = kept.get(id)
      if (known) return known
      let last: A | undefined
      const made = computed(() => {
        const next = source.value.find((entity) => key(entity) === id)
        if (next && !(last && deepSame(last, next))) last = next
        return last as A
      })
      kept.set(id, made)
      return made
    },
  }
}

const deepSame = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other)
