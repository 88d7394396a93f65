import * as Effect from "effect/Effect"
import type { CaipNetworkId } from "../domain/networks.ts"
import { Modal } from "../modal.ts"
import * as Router from "../router.ts"
import { activeConnection } from "../state/core.ts"
import { pickNetwork } from "./network.ts"

/**
 * Flow: choose a wallet for a network whose namespace nobody is connected on. The wallet in use stays connected, and stays the one
 * in use for as long as the visitor has not approved in the other.
 */
export const chooseWalletFor = Effect.fn("chooseWalletFor")(function* (id: CaipNetworkId) {
  const { core } = yield* Modal
  const network = core.networks.peek().find(({ caipNetworkId }) => caipNetworkId === id)
  if (!network) return
  const state = core.accounts[network.chainNamespace]
  // Somebody may have been connected there since the view came.
  if (activeConnection(state.peek())) return yield* pickNetwork(network)
  state.value = { ...state.peek(), caipNetworkId: id }
  yield* Router.reset({ name: "Connect", namespace: network.chainNamespace })
})
