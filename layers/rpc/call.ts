import type * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import * as Request from "effect/Request"
import type { RpcError } from "../../src/domain/errors.ts"
import type { Sent } from "./envelope.ts"

/** A call in a batch. */
export type Entry = Request.Entry<Call>

/** One call of one caller, and how it stands. */
export class Call extends Request.Class<Sent, unknown, RpcError> {
  /** What went wrong last. Nobody to ask is unknown too. */
  failure: RpcError | undefined
  /** Whether another round may go better. */
  again = false
  /** Answered, or its caller is gone. */
  over = false
  private flight: { waiting: number; readonly fiber: Fiber.Fiber<unknown, unknown> } | undefined

  /** Says which fiber answers these calls: it ends with the last caller. */
  static board(entries: readonly Entry[], fiber: Fiber.Fiber<unknown, unknown>) {
    const waiting = entries.filter(({ request }) => !request.over)
    const flight = { waiting: waiting.length, fiber }
    for (const { request } of waiting) request.flight = flight
  }

  /** The caller waits no more. */
  leave() {
    if (!this.over && this.end() === 0) this.flight?.fiber.interruptUnsafe()
  }

  /** How many of its batch wait, now that this one does not. */
  end() {
    this.over = true
    return this.flight && --this.flight.waiting
  }
}

/** Notes what went wrong for calls, and whether that may be mended. */
export const putOff = (entries: readonly Entry[], failure: RpcError, again: boolean): readonly Entry[] => {
  for (const { request } of entries) {
    request.failure = failure
    request.again ||= again
  }
  return entries
}

/** Answers the caller of a call. */
export const settle = (entry: Entry, exit: Exit.Exit<unknown, RpcError>) => {
  if (!entry.request.over) entry.request.end()
  entry.completeUnsafe(exit)
}
