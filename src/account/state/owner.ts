import { computed, effect, untracked } from "@preact/signals-core"
import type { ModalContext } from "../../stub/context.ts"
import type { Core } from "../../stub/state.ts"

/** Returns a key for the active account on the active network. Calling it subscribes to both. */
export const ownerOf = ({ network, address }: Core): string => `${network.value?.caipNetworkId}:${address.value}`

/** Runs `forget` when the active account or network changes, so that no data of another account stays in the state. */
export const forgetWithOwner = ({ core, ending }: Pick<ModalContext, "core" | "ending">, forget: () => void): void => {
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
