import type * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import * as Request from "effect/Request"
import type { RpcError } from "../../../src/errors/index.ts"
import type { RpcMessage } from "./envelope.ts"

/** A call in a batch. */
export type Entry = Request.Entry<Call>

/** One call of one caller, and its state. */
export class Call extends Request.Class<RpcMessage, unknown, RpcError> {
  /** The last failure. Undefined if there was no URL to call. */
  failure: RpcError | undefined
  /** Whether another round may succeed. */
  again = false
  /** Whether it is resolved, or its caller is gone. */
  over = false
  private flight: { waiting: number; readonly fiber: Fiber.Fiber<unknown, unknown> } | undefined

  /** Sets the fiber that resolves these calls. It ends with the last caller. */
  static board(entries: readonly Entry[], fiber: Fiber.Fiber<unknown, unknown>) {
    const waiting = entries.filter(({ request }) => !request.over)
    const flight = { waiting: waiting.length, fiber }
    for (const { request } of waiting) request.flight = flight
  }

  /** The caller no longer waits. */
  leave() {
    if (!this.over && this.end() === 0) this.flight?.fiber.interruptUnsafe()
  }

  /** Ends the wait for this call. Returns how many calls of its batch are still waiting. */
  end() {
    this.over = true
    return this.flight && --this.flight.waiting
  }
}

/** Stores the failure of calls, and whether a retry may succeed. */
export const retryLater = (entries: readonly Entry[], failure: RpcError, again: boolean): readonly Entry[] => {
  for (const { request } of entries) {
    request.failure = failure
    request.again ||= again
  }
  return entries
}

/** Resolves a call. */
export const resolveCall = (entry: Entry, exit: Exit.Exit<unknown, RpcError>) => {
  if (!entry.request.over) entry.request.end()
  entry.completeUnsafe(exit)
}
