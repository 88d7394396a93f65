/** How far a step is: tests or test files that ended, of all that it runs. */
export interface Progress {
  readonly done: number
  readonly total: number
}

const mark = "::progress"

/** Prints how far a test runner is, for the process that started it. Prints nothing if that process did not ask for it. */
export const printProgress = ({ done, total }: Progress): void => {
  if (process.env.PORTICO_PROGRESS) console.log(`${mark} ${done} ${total}`)
}

/** Progress that a line of output states, or `undefined` if it states none. */
export const progressIn = (line: string): Progress | undefined => {
  const [, done, total] = line.match(new RegExp(`^${mark} (\\d+) ([1-9]\\d*)$`)) ?? []
  return done === undefined ? undefined : { done: Number(done), total: Number(total) }
}

/** Whether a step that went from one count to the next has passed a tenth of its total, short of the end. */
export const passesTenth = (before: number, { done, total }: Progress): boolean => {
  const tenth = (count: number) => Math.floor((count * 10) / total)
  return done < total && tenth(done) > tenth(before)
}
