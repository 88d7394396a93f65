import * as Effect from "effect/Effect"
import { Dialog } from "../../services/Dialog.ts"
import { embeddedConnectorId } from "../embedded/first-paint/model/embeddedConnector.ts"

/**
 * Takes the dialog out of the top layer while `request` runs, because a browser wallet may render its prompt into the page, where the
 * dialog would cover it. With several prompts, the dialog returns after the last.
 */
export const withDialogDemoted = <A, E, R>(request: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Dialog, ({ demote }) =>
    Effect.acquireUseRelease(
      demote(true),
      () => request,
      () => demote(false),
    ),
  )

/** Like `withDialogDemoted`, except for the embedded wallet. Its secure frame is inside the dialog, so the dialog stays. */
export const withWalletPrompt = <A, E, R>(connectorId: string, request: Effect.Effect<A, E, R>) =>
  connectorId === embeddedConnectorId ? request : withDialogDemoted(request)
