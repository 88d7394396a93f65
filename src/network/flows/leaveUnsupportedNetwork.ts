import * as Effect from "effect/Effect"
import { closeModal } from "../../navigation/opening/flows.ts"
import { openAt } from "../../navigation/opening/steps.ts"
import { CurrentModal, slicesOf } from "../../runtime/currentModal.ts"
import * as Router from "../../runtime/router.ts"
import { networkSupport } from "../opening/state/support.ts"

/**
 * Flow: opens UnsupportedChain if the active wallet's network has become unsupported, and leaves that view if the network has become
 * supported.
 */
export const supportChanged = Effect.gen(function* () {
  const { core } = yield* CurrentModal
  const { unsupported } = yield* slicesOf(networkSupport)
  const isShown = core.open.peek() && core.stack.peek().some(isUnsupportedView)
  if (unsupported.peek() && !isShown) return yield* openAt({ name: "UnsupportedChain" })
  if (unsupported.peek() || !core.stack.peek().slice(-1).some(isUnsupportedView)) return

  const rest = core.stack.peek().slice(0, -1)
  if (rest.length === 0) yield* closeModal()
  else yield* Router.change(() => rest)
})

/** Whether a view asks the visitor to leave the network. The same view for a network without swaps does not count. */
const isUnsupportedView = (route: { readonly name: string; readonly swap?: true }) =>
  route.name === "UnsupportedChain" && route.swap === undefined
