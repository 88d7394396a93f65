import type * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import * as Request from "effect/Request"
import type { RpcError } from "../../../src/errors/index.ts"
import type { RpcMessage } from "./envelope.ts"

/** A call in a batch. */
export type Entry = Request.Entry<Call>

/** A caller's call, and its state. */
export class Call extends Request.Class<RpcMessage, unknown, RpcError> {
  /** Last failure. `undefined` before the first, or if there is no URL to call. */
  failure: RpcError | undefined
  /** Whether another round of attempts may succeed. */
  again = false
  /** Whether the call is resolved or its caller no longer waits. */
  over = false
  private flight: { waiting: number; readonly fiber: Fiber.Fiber<unknown, unknown> } | undefined

  /** Sets the fiber that resolves these calls. It is interrupted when no caller waits any more. */
  static board(entries: readonly Entry[], fiber: Fiber.Fiber<unknown, unknown>) {
    const waiting = entries.filter(({ request }) => !request.over)
    const flight = { waiting: waiting.length, fiber }
    for (const { request } of waiting) request.flight = flight
  }

  /** Must be called when the caller stops waiting. */
  leave() {
    if (!this.over && this.end() === 0) this.flight?.fiber.interruptUnsafe()
  }

  /**
   * Ends the wait for this call. Returns the number of calls of its batch that are still waited for, or `undefined` before the batch has a
   * fiber.
   */
  end() {
    this.over = true
    return this.flight && --this.flight.waiting
  }
}

/** Stores the failure of calls, and whether a retry may succeed. Returns the calls. */
export const retryLater = (entries: readonly Entry[], failure: RpcError, again: boolean): readonly Entry[] => {
  for (const { request } of entries) {
    request.failure = failure
    request.again ||= again
  }
  return entries
}

/** Completes a call with its result or failure. */
export const resolveCall = (entry: Entry, exit: Exit.Exit<unknown, RpcError>) => {
  if (!entry.request.over) entry.request.end()
  entry.completeUnsafe(exit)
}
