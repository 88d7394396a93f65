import { type Noted, noted } from "./noted.ts"

/** What the person at a wallet does with a prompt; `hang` leaves it on the screen until `answer`. */
export type Choice = "approve" | "reject" | "hang"

/** The person who holds a test wallet: says in advance, or later, how each prompt is answered. */
export interface Person extends Noted {
  /** Methods that came to a prompt, oldest first. */
  readonly asked: readonly string[]
  /** How often a method came to a prompt. */
  times(method: string): number
  /** Methods whose prompt is still open, oldest first. */
  pending(): readonly string[]
  /** Says how the next prompts are answered, in order; the others are approved. */
  next(...choices: readonly Choice[]): void
  /** Answers the oldest open prompt; throws when there is none. */
  answer(choice: "approve" | "reject"): void
  /** Shows a prompt; true when approved, false when rejected. */
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
