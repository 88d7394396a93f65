import * as Effect from "effect/Effect"
import { ResourceUnavailableRpcError, type RpcFailure, UserRejectedRequestError } from "../../../src/errors/rpc.ts"
import { takes } from "../faults.ts"
import type { Manner, PromptResponse } from "../script.ts"

/** Kind of prompt that a wallet shows. */
export type Question = "connect" | "switch" | "sign" | "send" | "watch"

/**
 * Returns a wallet's response to a kind of prompt. `send` and `watch` default to the response to `sign`. Everything else defaults to
 * `approve`.
 */
export const responseTo = (manner: Manner, question: Question): PromptResponse =>
  manner[question] ?? (question === "send" || question === "watch" ? manner.sign : undefined) ?? "approve"

/** Creates the prompts of a wallet. At most one of each kind is open at a time. Calls `changed` when a prompt opens or closes. */
export const createPrompts = (manner: () => Manner, changed: () => void) => {
  const open = new Map<Question, (yes: boolean) => void>()
  const close = (question: Question) => {
    if (open.delete(question)) changed()
  }
  const show = (question: Question, respond: (yes: boolean) => void) => {
    open.set(question, respond)
    changed()
  }

  return {
    /**
     * Prompts, and calls `then` once the prompt is approved. Fails with UserRejectedRequestError if the prompt is rejected, and with
     * ResourceUnavailableRpcError if it is already open. One of the world's controls may respond before the wallet does so by itself.
     */
    prompt: (question: Question, then: () => void): Effect.Effect<void, RpcFailure> =>
      Effect.suspend(() => {
        const response = responseTo(manner(), question)
        if (open.has(question)) return pending
        if (response === "pending") {
          // Simulates a prompt that another page opened. The request fails, but the page can later notice the approval.
          show(question, (yes) => {
            close(question)
            if (yes) then()
          })
          return pending
        }
        const control = Effect.callback<boolean>((resume) => show(question, (yes) => resume(Effect.succeed(yes))))
        return Effect.raceFirst(alone(response, manner().delay ?? 0), control).pipe(
          Effect.ensuring(Effect.sync(() => close(question))),
          Effect.flatMap(
            (yes): Effect.Effect<void, RpcFailure> =>
              yes ? Effect.sync(then) : Effect.fail(new UserRejectedRequestError("The user rejected the request")),
          ),
        )
      }),
    /** Responds to every open prompt. Returns whether any prompt was open. */
    respondToAll: (yes: boolean) => {
      const waiting = [...open.values()]
      for (const respond of waiting) respond(yes)
      return waiting.length > 0
    },
    openPrompts: (): readonly Question[] => [...open.keys()],
  }
}

const slowness = 6_000

const pending: Effect.Effect<never, RpcFailure> = Effect.suspend(() =>
  Effect.fail(new ResourceUnavailableRpcError("A prompt is open already")),
)

/** Returns whether the wallet approves by itself, after its delay. Never succeeds if only one of the world's controls can respond. */
const alone = (response: PromptResponse, delay: number): Effect.Effect<boolean> => {
  switch (response) {
    case "hang":
    case "pending":
      return Effect.never
    case "slow":
      return takes(delay + slowness, Effect.succeed(true))
    default:
      return takes(delay, Effect.succeed(response === "approve"))
  }
}
