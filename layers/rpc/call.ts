import type * as Context from "effect/Context"
import type * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import type { RpcError } from "../../src/domain/errors.ts"
import type { Sent } from "./envelope.ts"

/** One call of one caller, and how it stands. */
export class Call {
  readonly sent: Sent
  readonly context: Context.Context<never>
  /** What went wrong last. Nobody to ask is unknown too. */
  failure: RpcError | undefined
  /** Whether another round may go better. */
  again = false
  /** Answered, or its caller is gone. */
  over = false
  private readonly answer: (exit: Exit.Exit<unknown, RpcError>) => void
  private flight: { waiting: number; readonly fiber: Fiber.Fiber<unknown, unknown> } | undefined

  constructor(sent: Sent, context: Context.Context<never>, answer: (exit: Exit.Exit<unknown, RpcError>) => void) {
    this.sent = sent
    this.context = context
    this.answer = answer
  }

  /** Says which fiber answers these calls: it ends with the last caller. */
  static board(calls: readonly Call[], fiber: Fiber.Fiber<unknown, unknown>) {
    const waiting = calls.filter(({ over }) => !over)
    const flight = { waiting: waiting.length, fiber }
    for (const call of waiting) call.flight = flight
  }

  /** Answers the caller, once. */
  settle(exit: Exit.Exit<unknown, RpcError>) {
    if (this.over) return
    this.end()
    this.answer(exit)
  }

  /** The caller waits no more. */
  leave() {
    if (!this.over && this.end() === 0) this.flight?.fiber.interruptUnsafe()
  }

  /** How many of its batch wait, now that this one does not. */
  private end() {
    this.over = true
    return this.flight && --this.flight.waiting
  }
}

/** Notes what went wrong for calls, and whether that may be mended. */
export const putOff = (calls: readonly Call[], failure: RpcError, again: boolean): readonly Call[] => {
  for (const call of calls) {
    call.failure = failure
    call.again ||= again
  }
  return calls
}
