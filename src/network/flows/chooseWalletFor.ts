import * as Effect from "effect/Effect"
import type { CaipNetworkId } from "../../options/networks.ts"
import { CurrentModal } from "../../runtime/currentModal.ts"
import * as Router from "../../runtime/router.ts"
import { activeConnection } from "../../stub/state.ts"
import { pickNetwork } from "../operations.ts"

/**
 * Flow: shows the wallets that can be connected for a network, or switches to it if a wallet of its namespace is connected. The active
 * wallet stays active until the visitor connects another one. Does nothing for an unknown network.
 */
export const chooseWalletFor = Effect.fn("chooseWalletFor")(function* (id: CaipNetworkId) {
  const { core } = yield* CurrentModal
  const network = core.networks.peek().find(({ caipNetworkId }) => caipNetworkId === id)
  if (!network) return
  const state = core.accounts[network.chainNamespace]
  // The namespace may have been connected since the view opened.
  if (activeConnection(state.peek())) return yield* pickNetwork(network)
  state.value = { ...state.peek(), caipNetworkId: id }
  yield* Router.reset({ name: "Connect", namespace: network.chainNamespace })
})
