import * as Effect from "effect/Effect"
import type { Namespace } from "../domain/namespaces.ts"
import { isShown, Modal } from "../modal.ts"
import * as Router from "../router.ts"
import { activeConnection } from "../state/core.ts"
import { keep } from "./keep.ts"
import { closeModal } from "./open.ts"

/**
 * Where nobody is left in the namespace in use, somebody of another one is used next, if the project has several wallets at a time.
 * The answer is whether there is somebody; a wallet that sleeps is.
 */
export const useAnother = Effect.gen(function* () {
  const { core } = yield* Modal
  if (core.accounts[core.namespace.peek()].peek().active !== undefined) return true
  const other = core.remoteFeatures.peek().multiWallet
    ? Object.entries(core.accounts).find(([, state]) => activeConnection(state.peek()))
    : undefined
  if (!other) return false
  core.namespace.value = other[0] as Namespace
  yield* keep
  return true
})

/**
 * What the modal shows once an account is gone. It stays while another account that the visitor sees is connected, else it closes. In
 * embedded mode, and with `view: "Connect"`, it shows Connect instead.
 */
export const leaveAccount = Effect.fn("leaveAccount")(function* ({ view }: { readonly view?: "Connect" } = {}) {
  const { options } = yield* Modal
  if (!(yield* isShown) || (yield* useAnother)) return
  if (view || options.enableEmbedded) yield* Router.reset({ name: "Connect" })
  else yield* closeModal()
})
