import { spawn } from "node:child_process"
import { constants, getPriority, setPriority } from "node:os"
import { createInterface } from "node:readline"
import { isTerminal, print, show } from "./display.ts"
import { inWords, keepSeconds, usualSeconds } from "./durations.ts"
import { type Progress, passesTenth, progressIn } from "./progress.ts"

/** A command that passes or fails. */
export interface Step {
  readonly name: string
  readonly command: string
  /** Whether it runs at a lower priority than the others. */
  readonly givesWay?: boolean
}

/**
 * Prints the first line of a command: what it is about to run and how long that usually takes, or `estimate` seconds if it never passed on
 * this machine. Returns a function that runs its steps, and one that prints the last line and exits.
 */
export const begin = (what: string, estimate: number) => {
  const begun = Date.now()
  console.log(`${what}, usually ${inWords(usualSeconds(what) ?? estimate)}`)

  return {
    run: (step: Step) => run(step, `${what} > ${step.name}`),
    end: (results: readonly boolean[]): never => {
      const failed = results.filter((passed) => !passed).length
      if (failed === 0) keepSeconds(what, secondsSince(begun))
      console.log(`${results.length - failed} passed, ${failed} failed`)
      process.exit(failed === 0 ? 0 : 1)
    },
  }
}

/** Prints a line as a step starts, its progress, and a line as it ends, with its output if it failed. `key` identifies its durations. */
const run = async ({ name, command, givesWay = false }: Step, key: string): Promise<boolean> => {
  const begun = Date.now()
  const usual = usualSeconds(key)
  const output: string[] = []
  let progress: Progress = { done: 0, total: 1 }
  const state = () => {
    const count = progress.total > 1 ? `${progress.done} of ${progress.total}, ` : ""
    return `${count}${inWords(secondsSince(begun))}`
  }

  print(`start   ${name}${usual === undefined ? "" : `, usually ${inWords(usual)}`}`)
  show(name, state())
  const ticking = setInterval(() => show(name, state()), 1000)
  const code = await outcome(command, givesWay, (line) => {
    const next = progressIn(line)
    if (next === undefined) {
      output.push(line)
      return
    }
    const tenth = passesTenth(progress.done, next)
    progress = next
    if (isTerminal) show(name, state())
    else if (tenth) print(`running ${name}  ${Math.floor((next.done * 100) / next.total)} %  ${state()}`)
  })
  clearInterval(ticking)
  show(name, undefined)

  const passed = code === 0
  if (passed) keepSeconds(key, secondsSince(begun))
  for (const line of passed ? output.filter(isSummary) : output) print(line)
  print(`${passed ? "passed" : "FAILED"}  ${name}  ${secondsSince(begun).toFixed(1)} s`)
  return passed
}

/** Runs a command in a shell and passes on each line it prints. Resolves with its exit code. */
const outcome = (command: string, givesWay: boolean, onLine: (line: string) => void): Promise<number | null> => {
  const env = { ...process.env, PORTICO_PROGRESS: "1", NO_COLOR: "1", FORCE_COLOR: undefined }
  const child = spawn(command, { shell: true, env, stdio: ["ignore", "pipe", "pipe"] })
  // A process with lower priority cannot be raised again without privileges.
  const lower = constants.priority.PRIORITY_BELOW_NORMAL
  if (givesWay && child.pid !== undefined && getPriority() < lower) setPriority(child.pid, lower)
  for (const stream of [child.stdout, child.stderr]) createInterface(stream).on("line", onLine)
  return new Promise((resolve) => child.on("close", resolve))
}

const isSummary = (line: string): boolean => /\d+ passed|Tests +\d+|kB gzip/.test(line)

const secondsSince = (begun: number): number => (Date.now() - begun) / 1000
