import * as Effect from "effect/Effect"
import { isUserRejection } from "../domain/rpcErrors.ts"
import { use } from "../modal.ts"
import { requests } from "../state/requests.ts"

/**
 * Runs something as an entry of the transaction stack: what its wallet asks the visitor meanwhile leads back to the view that it was
 * begun in, and leaves the modal open.
 */
export const stacked = <A, E, R>(run: Effect.Effect<A, E, R>) =>
  Effect.flatMap(use(requests), ({ transactions }) =>
    Effect.acquireUseRelease(
      Effect.sync(() => void transactions.value++),
      () => run,
      () => Effect.sync(() => void transactions.value--),
    ),
  )

/** What follows a transaction, once the visitor is back in the view that it was begun in. */
export interface Steps<A, E, R> {
  readonly onSuccess: (answer: A) => Effect.Effect<unknown, never, R>
  readonly onError: (error: E) => Effect.Effect<unknown, never, R>
  /** The visitor has left the approval, or said no. */
  readonly onCancel: Effect.Effect<unknown, never, R>
}

/** A transaction and what follows it. */
export const transact = <A, E, R, R2>(run: Effect.Effect<A, E, R>, { onSuccess, onError, onCancel }: Steps<A, E, R2>) =>
  Effect.matchEffect(stacked(run), {
    onSuccess,
    onFailure: (error) => (isUserRejection(error) ? onCancel : onError(error)),
  })
