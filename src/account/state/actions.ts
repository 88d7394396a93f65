import { computed } from "@preact/signals-core"
import { slice } from "../../core/first-paint/slice.ts"
import { region } from "../../onramp/opening/state/region.ts"
import { isServed } from "../../options/providerNetworks.ts"
import { project } from "../../project/first-paint/state.ts"
import { type Action, isPossible, walletActions } from "../model/actions.ts"

/**
 * Actions available for the active account. They depend on the network, the time zone and the features that the site and the project
 * enable.
 */
export const actions = slice((instance) => {
  const { network, features, remoteFeatures } = instance.core
  const { timezone } = region(instance)
  const { served } = project(instance)
  const input = computed(() => ({
    network: network.value,
    local: features.value,
    remote: remoteFeatures.value,
    timezone: timezone.value,
  }))
  return {
    /** Whether an action is available. Subscribes the view or computed signal that calls it. */
    possible: (action: Action): boolean => isPossible(action, input.value),
    /** Whether the provider's services support the active network. May change when the list of supported networks arrives. */
    isServed: computed(() => network.value !== undefined && isServed(network.value.caipNetworkId, served.value)),
    /** Wallet features shown on the account, in the site's order. */
    wallet: computed(() => walletActions(input.value)),
  }
})
