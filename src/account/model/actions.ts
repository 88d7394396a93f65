import { type NamespaceFeature, supports } from "../../namespaces/model/namespaceTable.ts"
import { restrictedTimezones } from "../../onramp/limits.ts"
import type { LocalFeatures, WalletFeature } from "../../options/localFeatures.ts"
import type { Network } from "../../options/networks.ts"
import type { RemoteFeatures } from "../../options/remoteFeatures.ts"
import { canSwap } from "../../swap/model/networks.ts"

/** Action on an account, or information about it, that the modal may offer. */
export type Action = WalletFeature | "balances" | "activity" | "names" | "exchange" | "sessions"

/** Input of `isPossible` (specification section 6). */
export interface ActionInput {
  /** Active network. `undefined` if it is not one of the modal's networks. */
  readonly network: Pick<Network, "chainNamespace" | "caipNetworkId"> | undefined
  readonly local: LocalFeatures
  readonly remote: RemoteFeatures
  /** Name of a time zone in the IANA database, such as `Asia/Shanghai`. */
  readonly timezone: string
}

/** Whether an action is available on the active network. */
export const isPossible = (action: Action, input: ActionInput): boolean => {
  const { network, local, remote, timezone } = input
  if (!network) return false
  const has = (capability: NamespaceFeature) => supports(network.chainNamespace, capability)
  switch (action) {
    case "onramp":
      return remote.onramp !== false && has("onramp") && !isRestricted(timezone)
    case "swaps":
      return remote.swaps !== false && canSwap(network.caipNetworkId)
    case "receive":
      return local.receive
    case "send":
      return local.send && has("send")
    case "activity":
      return remote.activity && has("activity")
    case "exchange":
      return remote.payWithExchange && has("exchange")
    case "sessions":
      return local.smartSessions && has("sessions")
    case "balances":
    case "names":
      return has(action)
  }
}

/** Returns the available wallet features, in the site's order. */
export const walletActions = (input: ActionInput): readonly WalletFeature[] =>
  input.local.walletFeaturesOrder.filter((action) => isPossible(action, input))

/** Whether buying is restricted in a time zone (specification section 9). */
export const isRestricted = (timezone: string): boolean =>
  (restrictedTimezones as readonly string[]).includes(timezone.toUpperCase())
