import { type Noted, noted } from "./noted.ts"

/** Decision of the wallet's user at a prompt; `hang` leaves it open until `answer`. */
export type Choice = "approve" | "reject" | "hang"

/** The user of a test wallet: decides, in advance or later, how each prompt is answered. */
export interface Person extends Noted {
  /** Methods that prompted, oldest first. */
  readonly asked: readonly string[]
  /** Number of prompts of a method. */
  times(method: string): number
  /** Methods with an open prompt, oldest first. */
  pending(): readonly string[]
  /** Sets the choices for the next prompts, in order; later ones are approved. */
  next(...choices: readonly Choice[]): void
  /** Answers the oldest open prompt; throws if there is none. */
  answer(choice: "approve" | "reject"): void
  /** Shows a prompt. Resolves with whether it was approved. */
  decide(method: string): Promise<boolean>
}

export const person = (): Person => {
  const queue: Choice[] = []
  const asked: string[] = []
  const open: { readonly method: string; readonly settle: (approved: boolean) => void }[] = []
  const { note, until } = noted()
  return {
    asked,
    until,
    times: (method) => asked.filter((one) => one === method).length,
    pending: () => open.map(({ method }) => method),
    next: (...choices) => void queue.push(...choices),
    answer: (choice) => {
      const prompt = open.shift()
      if (prompt === undefined) throw new Error("The wallet shows no prompt")
      prompt.settle(choice === "approve")
    },
    decide: (method) => {
      asked.push(method)
      const choice = queue.shift() ?? "approve"
      const decided =
        choice === "hang"
          ? new Promise<boolean>((settle) => open.push({ method, settle }))
          : Promise.resolve(choice === "approve")
      note()
      return decided
    },
  }
}
