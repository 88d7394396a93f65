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
}

/**
 * Prints the first line of a command: what it is about to run and how long that usually takes, `estimate` seconds if it never ran on
 * this machine. Returns a function that prints the last line and ends the process.
 */
export const begin = (command: string, what: string, estimate: number) => {
  const begun = Date.now()
  console.log(`${command}: ${what}, usually ${inWords(usualSeconds(command) ?? estimate)}`)

  return (results: readonly boolean[]): never => {
    const failed = results.filter((passed) => !passed).length
    if (failed === 0) keepSeconds(command, (Date.now() - begun) / 1000)
    console.log(`${results.length - failed} passed, ${failed} failed`)
    process.exit(failed === 0 ? 0 : 1)
  }
}

/**
 * Runs a step: prints a line as it starts, how far it is, and a line as it ends, with its output if it failed. A step that gives way
 * runs at a lower priority.
 */
export const run = async ({ name, command }: Step, givesWay = false): Promise<boolean> => {
  const begun = Date.now()
  const seconds = () => (Date.now() - begun) / 1000
  const output: string[] = []
  let progress: Progress = { done: 0, total: 1 }
  const state = () =>
    [...(progress.total > 1 ? [`${progress.done} of ${progress.total}`] : []), inWords(seconds())].join(", ")

  const usual = usualSeconds(name)
  print(`start   ${name}${usual === undefined ? "" : `, usually ${inWords(usual)}`}`)
  show(name, state())
  const ticking = setInterval(() => show(name, state()), 1000)

  const env = { ...process.env, PORTICO_PROGRESS: "1", FORCE_COLOR: "0" }
  const child = spawn(command, { shell: true, env, stdio: ["ignore", "pipe", "pipe"] })
  // A process that already gives way cannot be raised again without rights.
  const lower = constants.priority.PRIORITY_BELOW_NORMAL
  if (givesWay && child.pid !== undefined && getPriority() < lower) setPriority(child.pid, lower)
  for (const stream of [child.stdout, child.stderr])
    createInterface(stream).on("line", (line) => {
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
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve))

  clearInterval(ticking)
  show(name, undefined)
  const passed = code === 0
  if (passed) keepSeconds(name, seconds())
  for (const line of passed ? output.filter((line) => /\d+ passed|Tests +\d+|kB gzip/.test(line)) : output) print(line)
  print(`${passed ? "passed" : "FAILED"}  ${name}  ${seconds().toFixed(1)} s`)
  return passed
}
