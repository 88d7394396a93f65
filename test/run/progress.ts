/** Progress of a step: tests or test files that ended, out of all it runs. */
export interface Progress {
  readonly done: number
  readonly total: number
}

const mark = "::progress"

/** Prints the progress of a test runner for the process that started it. Prints nothing unless that process asked for it. */
export const printProgress = ({ done, total }: Progress): void => {
  if (process.env.PORTICO_PROGRESS) console.log(`${mark} ${done} ${total}`)
}

/** Progress in a line of output. `undefined` if it contains none. */
export const progressIn = (line: string): Progress | undefined => {
  const [, done, total] = line.match(new RegExp(`^${mark} (\\d+) ([1-9]\\d*)$`)) ?? []
  return done === undefined ? undefined : { done: Number(done), total: Number(total) }
}

/** Whether a step passed another tenth of its total between two counts, before its end. */
export const passesTenth = (before: number, { done, total }: Progress): boolean => {
  const tenth = (count: number) => Math.floor((count * 10) / total)
  return done < total && tenth(done) > tenth(before)
}
