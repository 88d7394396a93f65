import * as Effect from "effect/Effect"
import { ResourceUnavailableRpcError, type RpcFailure, UserRejectedRequestError } from "../../src/domain/rpcErrors.ts"
import { takes } from "./faults.ts"
import type { Answer, Manner } from "./script.ts"

/** What a wallet may ask its holder. */
export type Question = "connect" | "switch" | "sign" | "send" | "watch"

/** How a wallet of this manner answers a question. */
export const answerTo = (manner: Manner, question: Question): Answer =>
  manner[question] ?? (question === "send" || question === "watch" ? manner.sign : undefined) ?? "approve"

/** The prompts of a wallet, each question open once at a time. `changed` is called when one opens or closes. */
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
    /** Waits for the holder's answer, which a control may give before the manner does; does something when it is yes. */
    ask: (question: Question, then: () => void): Effect.Effect<void, RpcFailure> =>
      Effect.suspend(() => {
        const answer = answerTo(manner(), question)
        if (open.has(question)) return pending
        if (answer === "pending") {
          // The prompt is another's: this page is told so, and sees by itself when it has been answered.
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
              yes ? Effect.sync(then) : Effect.fail(new UserRejectedRequestError("The holder of the wallet said no")),
          ),
        )
      }),
    /** Answers every open prompt. True when there was one. */
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

/** What the holder answers if nobody tells them what. */
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
