import { batch } from "@preact/signals-core"
import type { Core } from "../../../stub/state.ts"

/**
 * In each namespace without an active wallet, selects the site's first network, unless one of the site's networks is selected already. If
 * the site has no network of the active namespace, makes another one active, preferably one with a wallet. Runs in an effect, so it
 * subscribes to all signals that affect the selection.
 */
export const ensureValidSelection = ({ networks, namespace, accounts }: Core): void =>
  batch(() => {
    const offered = networks.value
    for (const state of Object.values(accounts)) {
      const { active, caipNetworkId } = state.value
      const own = offered.filter(({ chainNamespace }) => accounts[chainNamespace] === state)
      if (active === undefined && own[0] && own.every((network) => network.caipNetworkId !== caipNetworkId))
        state.value = { ...state.value, caipNetworkId: own[0].caipNetworkId }
    }
    if (offered.some(({ chainNamespace }) => chainNamespace === namespace.value)) return
    const next = offered.find(({ chainNamespace }) => accounts[chainNamespace].value.active !== undefined) ?? offered[0]
    if (next) namespace.value = next.chainNamespace
  })
