import * as Effect from "effect/Effect"
import { isUserRejection } from "../../core/readRpcError.ts"
import { type CurrentModal, isShown, slicesOf } from "../../runtime/currentModal.ts"
import { untilSignal } from "../../runtime/untilSignal.ts"
import { requests } from "../opening/state.ts"

/**
 * Runs a program as an entry of the transaction stack: the embedded wallet's approvals lead back to the view in which the program began,
 * and keep the modal open. If the modal is not shown, the program runs without an entry.
 */
export const asTransaction = <A, E, R>(run: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const { transactions } = yield* slicesOf(requests)
    if (!(yield* isShown)) return yield* run
    return yield* Effect.acquireUseRelease(
      Effect.sync(() => void transactions.value++),
      () => run,
      () => Effect.sync(() => void transactions.value--),
    )
  })

/** Steps after a transaction, once the visitor is back in the view in which it began. */
export interface Steps<A, E, Success, Failure, Cancel> {
  readonly onSuccess: (result: A) => Effect.Effect<unknown, never, Success>
  readonly onError: (error: E) => Effect.Effect<unknown, never, Failure>
  /** Runs if the transaction failed because the visitor rejected or left the approval. */
  readonly onCancel: Effect.Effect<unknown, never, Cancel>
}

/**
 * Runs a transaction, waits until its approvals have left their view, and runs the step for the outcome. "Goes back" (specification section
 * 4) is interpreted as leaving only the approval view.
 */
export const runTransaction = <A, E extends Error, R, Success, Failure, Cancel>(
  run: Effect.Effect<A, E, R>,
  { onSuccess, onError, onCancel }: Steps<A, E, Success, Failure, Cancel>,
): Effect.Effect<unknown, never, R | Success | Failure | Cancel | CurrentModal> =>
  Effect.matchEffect(asTransaction(run), {
    onSuccess: (result) => Effect.andThen(returned, onSuccess(result)),
    onFailure: (error) => {
      const next: Effect.Effect<unknown, never, Failure | Cancel> = isCanceled(error) ? onCancel : onError(error)
      return Effect.andThen(returned, next)
    },
  })

/** Waits until the approvals of the stack have left their view. */
const returned = Effect.flatMap(slicesOf(requests), ({ approvals }) =>
  untilSignal(() => approvals.value.every((approval) => !approval.stacked) || undefined),
)

/** Whether an error or its cause means that the user rejected the request. The error of a swap has the wallet's error as its cause. */
const isCanceled = (error: Error) => isUserRejection(error) || isUserRejection(error.cause)
