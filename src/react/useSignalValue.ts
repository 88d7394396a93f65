import { computed, effect } from "@preact/signals-core"
import { useMemo, useSyncExternalStore } from "react"
import { instanceOf } from "../stub/createModal.ts"
import type { ModalInstance } from "../stub/instance.ts"
import { createCore } from "../stub/state.ts"
import { useModal } from "./ModalProvider.tsx"

/**
 * Returns what `read` derives from a modal's signals, and re-renders when it changes. `read` must be the same function at each render, and
 * receives `of`. On a server and during hydration, the modal is read in its initial state.
 */
export const useSignalValue = <A, Of = undefined>(read: (instance: ModalInstance, of: Of) => A, of: Of): A => {
  const modal = useModal()
  const { follow, now, atFirst } = useMemo(() => {
    const instance = instanceOf(modal)
    const made = kept(() => read(instance, of))
    let first: { readonly value: A } | undefined
    return {
      follow: (changed: () => void) => {
        let before = made.peek()
        return effect(() => {
          const after = made.value
          if (after === before) return
          before = after
          changed()
        })
      },
      now: () => made.peek(),
      atFirst: () => {
        first ??= { value: read(untouched(instance), of) }
        return first.value
      },
    }
  }, [modal, read, of])
  return useSyncExternalStore(follow, now, atFirst)
}

const untouched = (instance: ModalInstance): ModalInstance => ({
  ...instance,
  core: createCore(instance.options),
  snapshotParts: new Map(),
})

/** Returns a computed signal whose value keeps its identity while its fields are unchanged. */
const kept = <A>(read: () => A) => {
  let last: { readonly value: A } | undefined
  return computed(() => {
    const value = read()
    if (!last || !same(last.value, value)) last = { value }
    return last.value
  })
}

const same = (one: unknown, other: unknown): boolean => {
  if (Object.is(one, other)) return true
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false
  const [before, after] = [Object.entries(one), new Map(Object.entries(other))]
  return (
    before.length === after.size && before.every(([key, value]) => after.has(key) && Object.is(after.get(key), value))
  )
}
