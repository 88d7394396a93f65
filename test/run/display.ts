import { clearLine, cursorTo } from "node:readline"

/** Whether the output is a terminal, where a line can be overwritten. */
export const isTerminal = process.stdout.isTTY === true

const running = new Map<string, string>()

/** Prints a line above the line of the running steps. */
export const print = (line: string): void => {
  erase()
  console.log(line)
  draw()
}

/** Shows the progress of a running step on a terminal; `undefined` once it has ended. */
export const show = (step: string, state: string | undefined): void => {
  if (state === undefined) running.delete(step)
  else running.set(step, state)
  erase()
  draw()
}

const erase = (): void => {
  if (!isTerminal) return
  clearLine(process.stdout, 0)
  cursorTo(process.stdout, 0)
}

const draw = (): void => {
  if (!isTerminal) return
  const line = [...running].map(([step, state]) => `${step} ${state}`).join(" | ")
  process.stdout.write(line.slice(0, (process.stdout.columns || 80) - 1))
}
