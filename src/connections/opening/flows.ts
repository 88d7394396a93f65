import * as Effect from "effect/Effect"
import { Dialog } from "../../../services/Dialog.ts"
import { closeModal, signInState } from "../../navigation/opening/flows.ts"
import { closingDisconnects, mayClose } from "../../navigation/opening/model/history.ts"
import { CurrentModal } from "../../runtime/currentModal.ts"
import { ignoreFailure, loadThen } from "../../runtime/lazy.ts"

/**
 * Closes the modal after the visitor clicked the close button or outside the card, or pressed Escape. Shakes the card if the view may not
 * be closed. Disconnects all wallets first if closing abandons a sign-in.
 */
export const leave = Effect.fn("leave")(function* () {
  const { core } = yield* CurrentModal
  const dialog = yield* Dialog
  const stack = core.stack.peek()

  if (!mayClose(stack, yield* signInState)) return yield* dialog.shake
  if (closingDisconnects(stack.at(-1)))
    yield* loadThen(
      () => import("../operations/connections.ts"),
      ({ endConnections }) => ignoreFailure(endConnections()),
    )
  yield* closeModal()
})
