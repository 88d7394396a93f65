import * as Effect from "effect/Effect"
import { closeModal } from "../../navigation/opening/flows.ts"
import type { Namespace } from "../../options/namespaces.ts"
import { CurrentModal, isShown } from "../../runtime/currentModal.ts"
import * as Router from "../../runtime/router.ts"
import { activeConnection } from "../../stub/state.ts"
import { persistConnections } from "./persist.ts"

/**
 * Activates a connection of another namespace if the active namespace has none left. Requires multi-wallet. Returns whether a connection is
 * active; a locked wallet counts.
 */
export const activateOtherNamespace = Effect.gen(function* () {
  const { core } = yield* CurrentModal
  if (core.accounts[core.namespace.peek()].peek().active !== undefined) return true
  const other = core.remoteFeatures.peek().multiWallet
    ? Object.entries(core.accounts).find(([, state]) => activeConnection(state.peek()))
    : undefined
  if (!other) return false
  core.namespace.value = other[0] as Namespace
  yield* persistConnections
  return true
})

/**
 * Chooses what to show after a connection has ended. Changes nothing if the modal is hidden, or if another connection is or becomes active.
 * Shows Connect in embedded mode, or if `view` is "Connect". Otherwise closes the modal.
 */
export const leaveAccount = Effect.fn("leaveAccount")(function* ({ view }: { readonly view?: "Connect" } = {}) {
  const { options } = yield* CurrentModal
  if (!(yield* isShown) || (yield* activateOtherNamespace)) return
  if (view || options.enableEmbedded) yield* Router.reset({ name: "Connect" })
  else yield* closeModal()
})
