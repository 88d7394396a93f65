import * as Effect from "effect/Effect"
import { ResourceUnavailableRpcError, type RpcFailure, UserRejectedRequestError } from "../../../src/errors/rpc.ts"
import { takes } from "../faults.ts"
import type { Answer, Manner } from "../script.ts"

/** Prompts of a wallet. */
export type Question = "connect" | "switch" | "sign" | "send" | "watch"

/** Returns how a wallet responds to a prompt. */
export const answerTo = (manner: Manner, question: Question): Answer =>
  manner[question] ?? (question === "send" || question === "watch" ? manner.sign : undefined) ?? "approve"

/** The prompts of a wallet. Each kind is open once at a time. Calls `changed` when one opens or closes. */
export const createPrompts = (manner: () => Manner, changed: () => void) => {
  const open = new Map<Question, (yes: boolean) => void>()
  const close = (question: Question) => {
    if (open.delete(question)) changed()
  }
  const show = (question: Question, answer: (yes: boolean) => void) => {
    open.set(question, answer)
    changed()
  }

  return {
    /** Prompts, and calls `then` once approved. A control may respond before the wallet's own behavior does. */
    ask: (question: Question, then: () => void): Effect.Effect<void, RpcFailure> =>
      Effect.suspend(() => {
        const answer = answerTo(manner(), question)
        if (open.has(question)) return pending
        if (answer === "pending") {
          // As if another page had opened the prompt: this page's request fails, and the page notices the approval by itself.
          show(question, (yes) => {
            close(question)
            if (yes) then()
          })
          return pending
        }
        const control = Effect.callback<boolean>((resume) => show(question, (yes) => resume(Effect.succeed(yes))))
        return Effect.raceFirst(alone(answer, manner().delay ?? 0), control).pipe(
          Effect.ensuring(Effect.sync(() => close(question))),
          Effect.flatMap(
            (yes): Effect.Effect<void, RpcFailure> =>
              yes ? Effect.sync(then) : Effect.fail(new UserRejectedRequestError("The user rejected the request")),
          ),
        )
      }),
    /** Responds to every open prompt. Returns whether there was one. */
    answered: (yes: boolean) => {
      const waiting = [...open.values()]
      for (const answer of waiting) answer(yes)
      return waiting.length > 0
    },
    asking: (): readonly Question[] => [...open.keys()],
  }
}

const slowness = 6_000

const pending: Effect.Effect<never, RpcFailure> = Effect.suspend(() =>
  Effect.fail(new ResourceUnavailableRpcError("A prompt is open already")),
)

/** The response if no control responds. */
const alone = (answer: Answer, delay: number): Effect.Effect<boolean> => {
  switch (answer) {
    case "hang":
    case "pending":
      return Effect.never
    case "slow":
      return takes(delay + slowness, Effect.succeed(true))
    default:
      return takes(delay, Effect.succeed(answer === "approve"))
  }
}
