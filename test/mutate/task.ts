import { appendFileSync, existsSync, readFileSync } from "node:fs"

/** Work of one Vitest process: the mutants to try against one test file. */
export interface Task {
  readonly mutants: readonly { readonly id: string; readonly file: string }[]
  /** File that the results are appended to, one JSON object per line. */
  readonly results: string
  /** File with the IDs of the mutants that any test noticed, one per line. */
  readonly killed: string
  /** Whether mutants that run only while modules load are tried too. Each takes seconds, because all modules load again. */
  readonly reloads: boolean
}

/** Entry of the results. `begin` precedes each attempt, so the mutant that ended a process is known. */
export type Entry =
  | { readonly begin: string }
  /** `by`: the test that failed. Missing if none did. `why`: its error. */
  | { readonly mutant: string; readonly by?: string; readonly why?: string }
  /** The tests now fail without a mutant too, because this one changed what they share. The rest needs a new process. */
  | { readonly spoiled: string }
  | { readonly end: true }

export const append = (file: string, entry: Entry) => appendFileSync(file, `${JSON.stringify(entry)}\n`)

export const entriesIn = (file: string): readonly Entry[] => linesIn(file).map((line) => JSON.parse(line) as Entry)

export const linesIn = (file: string): readonly string[] =>
  existsSync(file)
    ? readFileSync(file, "utf8")
        .split("\n")
        .filter((line) => line !== "")
    : []
