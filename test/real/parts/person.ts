/** What the person at a wallet does with a prompt; `hang` leaves it on the screen until `answer`. */
export type Choice = "approve" | "reject" | "hang"

/** The person who holds a test wallet: says in advance, or later, how each prompt is answered. */
export interface Person {
  /** What happens to a prompt for which nothing was said in advance; at first "approve". */
  usually: Choice
  /** Methods that came to a prompt, oldest first. */
  readonly asked: readonly string[]
  /** Methods whose prompt is still open, oldest first. */
  pending(): readonly string[]
  /** Says how the next prompts are answered, in order. */
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

  const self: Person = {
    usually: "approve",
    asked,
    pending: () => open.map(({ method }) => method),
    next: (...choices) => void queue.push(...choices),
    answer: (choice) => {
      const prompt = open.shift()
      if (prompt === undefined) throw new Error("The wallet shows no prompt")
      prompt.settle(choice === "approve")
    },
    decide: (method) => {
      asked.push(method)
      const choice = queue.shift() ?? self.usually
      if (choice !== "hang") return Promise.resolve(choice === "approve")
      return new Promise((settle) => open.push({ method, settle }))
    },
  }
  return self
}
