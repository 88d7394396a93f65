import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import type { Bundle } from "../../../services/Chains.ts"
import { asTransaction } from "../../embedded/steps/transactionStack.ts"
import { SendUnclear } from "../../errors/index.ts"
import { withWalletPrompt } from "../../runtime/dialogDemotion.ts"
import { prompt } from "../../runtime/prompt.ts"
import { recordUnresolved } from "../../send/steps/outcomes.ts"
import { calls as limits } from "../limits.ts"
import type { CallsStatus } from "../model.ts"
import { isUnbundled } from "../model.ts"
import { markUnsupported, recordSponsored, recordSponsorFailure, walletCapabilities } from "./walletCapabilities.ts"

/** Calls of an account, of which the wallet executes either all or none. */
export interface CallBatch extends Bundle {
  readonly connectorId: string
}

/**
 * Step: sends calls to the active wallet as a bundle and waits for the outcome. Returns the bundle ID and the status, which is `pending` if
 * there is no outcome after 5 minutes. Returns `undefined` if the wallet does not support the bundle; nothing was sent in that case.
 * Concurrent requests for the same calls share one prompt. Passes the bundle ID to `left` as soon as it is known. Fails with SendUnclear if
 * the calls may have been sent. This includes a wallet that rejects the parameters; bundles then count as unsupported for the rest of the
 * visit.
 */
export const sendCallBatch = Effect.fn("sendCallBatch")(function* <R>(
  { connectorId, ...bundle }: CallBatch,
  left: (id: string) => Effect.Effect<void, never, R>,
) {
  const wallet = yield* walletCapabilities
  const { network, from, calls, capabilities } = bundle
  if (!wallet || (calls.length > 1 && !wallet.can.atomic)) return undefined
  const { methods } = wallet
  const of = { connectorId, network, from }
  const key = JSON.stringify(calls.map(({ to, data, value }) => [to, data, String(value)]))
  const id = yield* prompt(`calls:${connectorId}:${network.caipNetworkId}:${from}:${key}`, {
    request: asTransaction(withWalletPrompt(connectorId, methods.sendCalls(bundle))).pipe(
      Effect.tap(() => (capabilities ? recordSponsored(of) : Effect.void)),
      Effect.tapError((error) => (capabilities ? recordSponsorFailure(error, of) : Effect.void)),
      Effect.tap(left),
      Effect.catchIf(isUnbundled, () => Effect.succeed(undefined)),
      Effect.catchTag("InvalidParamsRpcError", (cause) =>
        Effect.andThen(markUnsupported("atomic", of), Effect.fail(new SendUnclear({ cause }))),
      ),
    ),
    onApproved: () => Effect.void,
    onLateApproval: (id) => (id === undefined ? Effect.void : recordUnresolved(id)),
  })
  if (id === undefined) return undefined
  const pending: CallsStatus = { status: "pending" }
  const request = Effect.orElseSucceed(methods.callsStatus(id), () => pending)
  const status = yield* Effect.repeat(request, {
    schedule: Schedule.spaced(limits.every),
    while: ({ status }) => status === "pending",
  }).pipe(
    Effect.timeoutOrElse({ duration: limits.wait, orElse: () => Effect.succeed(pending) }),
    Effect.onInterrupt(() => recordUnresolved(id)),
  )
  return { id, ...status }
})

/** Step: returns whether the active wallet can execute several calls as a bundle. */
export const canBatch = Effect.map(walletCapabilities, (wallet) => wallet?.can.atomic ?? false)
