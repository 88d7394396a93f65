import * as Effect from "effect/Effect"
import { Dialog } from "../../services/Dialog.ts"
import { authConnector } from "../domain/wallets.ts"

/**
 * While a wallet of this page asks, the dialog leaves the top layer: any of them may draw its window into the page, and nobody can
 * tell beforehand which will. Of several that ask, the last to be answered gives it back.
 */
export const inFront = <A, E, R>(asking: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Dialog, ({ demote }) =>
    Effect.acquireUseRelease(
      demote(true),
      () => asking,
      () => demote(false),
    ),
  )

/** The same for a wallet by its connector. The secure frame of the embedded wallet lies in the dialog itself. */
export const whileAsking = <A, E, R>(connectorId: string, asking: Effect.Effect<A, E, R>) =>
  connectorId === authConnector ? asking : inFront(asking)
