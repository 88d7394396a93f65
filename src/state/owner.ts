import { computed, effect, untracked } from "@preact/signals-core"
import type { Instance } from "../instance.ts"
import type { Core } from "./core.ts"

/** The active account on the active network, as text. Reading it follows both. */
export const ownerOf = ({ network, address }: Core): string => `${network.value?.caipNetworkId}:${address.value}`

/** Runs `forget` once another account or network is active, or none: what a topic knows of an account does not outlive it. */
export const forgetWithOwner = ({ core, ending }: Pick<Instance, "core" | "ending">, forget: () => void): void => {
  const owner = computed(() => ownerOf(core))
  let before = owner.peek()
  ending.add(
    effect(() => {
      if (owner.value === before) return
      before = owner.value
      untracked(forget)
    }),
  )
}
