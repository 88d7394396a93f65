import * as Effect from "effect/Effect"
import type { Bundle } from "../../services/Chains.ts"
import type { CallsStatus } from "../domain/calls.ts"
import { isUnbundled } from "../domain/calls.ts"
import { SendUnclear } from "../domain/errors.ts"
import { calls as limits } from "../domain/limits.ts"
import { polled } from "../polled.ts"
import { prompt } from "../prompt.ts"
import { able, giveUp, notePaid, noteUnpaid } from "./abilities.ts"
import { whileAsking } from "./inFront.ts"
import { noteUnknown } from "./sends.ts"
import { stacked } from "./transactions.ts"

/** Several calls of an account that are carried out together or not at all. */
export interface Together extends Bundle {
  readonly connectorId: string
}

/**
 * Step: has the wallet in use carry out several calls together, once whoever presses how often, tells `left` the id of the bundle as soon
 * as there is one, and waits for what becomes of it; for as long as the limit it is pending. Nothing where the wallet cannot: then
 * nothing has left, and the calls may be sent one by one. Of a wallet that leaves it open nothing is sent anew before somebody asks.
 */
export const together = Effect.fn("callsTogether")(function* <R>(
  { connectorId, ...bundle }: Together,
  left: (id: string) => Effect.Effect<void, never, R>,
) {
  const wallet = yield* able
  const { network, from, calls, capabilities } = bundle
  if (!wallet || (calls.length > 1 && !wallet.can.atomic)) return undefined
  const { does } = wallet
  const of = { connectorId, network, from }
  const key = JSON.stringify(calls.map(({ to, data, value }) => [to, data, String(value)]))
  const id = yield* prompt(`calls:${connectorId}:${network.caipNetworkId}:${from}:${key}`, {
    ask: stacked(whileAsking(connectorId, does.sendCalls(bundle))).pipe(
      Effect.tap(() => (capabilities ? notePaid(of) : Effect.void)),
      Effect.tapError((error) => (capabilities ? noteUnpaid(error, of) : Effect.void)),
      Effect.tap(left),
      Effect.catchIf(isUnbundled, () => Effect.succeed(undefined)),
      Effect.catchTag("InvalidParamsRpcError", (cause) =>
        Effect.andThen(giveUp("atomic", of), Effect.fail(new SendUnclear({ cause }))),
      ),
    ),
    after: () => Effect.void,
    late: (id) => (id === undefined ? Effect.void : noteUnknown(id)),
  })
  if (id === undefined) return undefined
  const pending: CallsStatus = { is: "pending" }
  const asked = Effect.orElseSucceed(does.callsStatus(id), () => pending)
  const status = yield* polled(asked, limits.every, ({ is }) => is !== "pending").pipe(
    Effect.timeoutOrElse({ duration: limits.wait, orElse: () => Effect.succeed(pending) }),
    Effect.onInterrupt(() => noteUnknown(id)),
  )
  return { id, ...status }
})

/** Step: whether the wallet in use can carry out several calls together. */
export const canTogether = Effect.map(able, (wallet) => wallet?.can.atomic ?? false)
