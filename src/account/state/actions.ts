import { computed } from "@preact/signals-core"
import { slice } from "../../core/first-paint/slice.ts"
import { region } from "../../onramp/opening/state.ts"
import { isServed } from "../../options/providerNetworks.ts"
import { project } from "../../project/first-paint/state.ts"
import { type Action, isPossible, walletActions } from "../model/actions.ts"

/** Actions available for the active account. They depend on the network and on the features of site and project. */
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
    /** Reactive when read in a view or a computed. */
    possible: (action: Action): boolean => isPossible(action, input.value),
    /** Whether the provider's services support the active network. Changes if their list arrives late. */
    isServed: computed(() => network.value !== undefined && isServed(network.value.caipNetworkId, served.value)),
    /** Actions shown on the account, in the site's order. */
    wallet: computed(() => walletActions(input.value)),
  }
})
