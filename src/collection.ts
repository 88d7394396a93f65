import { batch, computed, type ReadonlySignal, type Signal, type SignalOptions, signal } from "@preact/signals-core"

/** A list that may change one entity at a time: `ids` tells of the order, `get` gives the signal of one entity. */
export interface Collection<A extends object> {
  readonly ids: ReadonlySignal<readonly string[]>
  /** The same, for who follows the list but does not look at it: it is not refreshed for them. */
  readonly order: ReadonlySignal<readonly string[]>
  get(id: string): ReadonlySignal<A> | undefined
  /** Every entity as a plain list, read without subscribing. */
  peek(): readonly A[]
  /** Makes the list equal to `next`, writing only what differs. Of two entities with one key the first counts. */
  reconcile(next: readonly A[]): void
}

/** Makes a collection of flat entities, told apart by `key`. `options` may start and stop refreshing while `ids` is watched. */
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

const same = <A extends object>(one: A, other: A) => {
  const keys = Object.keys(one) as (keyof A)[]
  return keys.length === Object.keys(other).length && keys.every((name) => Object.is(one[name], other[name]))
}

/** A computed list as a collection: its ids change when the order does, an entity when it does. */
export const listed = <A extends object>(
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
