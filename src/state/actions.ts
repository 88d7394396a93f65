import { computed } from "@preact/signals-core"
import { type Action, isPossible, walletActions } from "../domain/actions.ts"
import { place } from "./place.ts"
import { slice } from "./slice.ts"

/** What can be done with the account in use. It follows the network, the site's features and the project's. */
export const actions = slice((instance) => {
  const { network, features, remoteFeatures } = instance.core
  const { timezone } = place(instance)
  const input = computed(() => ({
    network: network.value,
    local: features.value,
    remote: remoteFeatures.value,
    timezone: timezone.value,
  }))
  return {
    /** Read inside a view or a computed, it follows. */
    possible: (action: Action): boolean => isPossible(action, input.value),
    /** Those that stand on the account, in the site's order. */
    wallet: computed(() => walletActions(input.value)),
  }
})
