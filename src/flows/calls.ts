import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import type { BundledCall, CallsStatus } from "../domain/calls.ts"
import { isUnbundled } from "../domain/calls.ts"
import { calls as limits } from "../domain/limits.ts"
import type { Network } from "../domain/networks.ts"
import { prompt } from "../prompt.ts"
import { able } from "./abilities.ts"
import { whileAsking } from "./inFront.ts"
import { stacked } from "./transactions.ts"

/** Several calls of an account that are carried out together or not at all. */
export interface Together {
  readonly connectorId: string
  readonly network: Network
  readonly from: string
  readonly calls: readonly BundledCall[]
}

/**
 * Step: has the wallet in use carry out several calls together, once whoever presses how often, and waits for what becomes of them; for
 * as long as the limit they are pending. Nothing where the wallet cannot: then nothing has left, and the calls may be sent one by one.
 */
export const together = Effect.fn("callsTogether")(function* ({ connectorId, network, from, calls }: Together) {
  const wallet = yield* able
  if (!wallet?.can.atomic) return undefined
  const { does } = wallet
  const key = JSON.stringify(calls.map(({ to, data, value }) => [to, data, String(value)]))
  const id = yield* prompt(`calls:${connectorId}:${network.caipNetworkId}:${from}:${key}`, {
    ask: stacked(whileAsking(connectorId, does.sendCalls({ network, from, calls }))).pipe(
      Effect.catchIf(isUnbundled, () => Effect.succeed(undefined)),
    ),
    after: () => Effect.void,
    late: () => Effect.void,
  })
  if (id === undefined) return undefined
  const pending: CallsStatus = { is: "pending" }
  return yield* does.callsStatus(id).pipe(
    Effect.orElseSucceed(() => pending),
    Effect.repeat({ schedule: Schedule.spaced(limits.every), until: ({ is }) => is !== "pending" }),
    Effect.timeoutOrElse({ duration: limits.wait, orElse: () => Effect.succeed(pending) }),
  )
})

/** Step: whether the wallet in use can carry out several calls together. */
export const canTogether = Effect.map(able, (wallet) => wallet?.can.atomic ?? false)
