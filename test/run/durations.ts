import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"

// Durations of recent runs on this machine, by command. Git ignores the folder.
const file = ".cache/durations.json"
const kept = 5

/** Median duration of a command's recent runs that passed, in seconds. `undefined` before the first. */
export const usualSeconds = (command: string): number | undefined => {
  const seconds = (readDurations()[command] ?? []).toSorted((one, other) => one - other)
  return seconds[Math.floor(seconds.length / 2)]
}

/** Stores the duration of a run that passed. */
export const keepSeconds = (command: string, seconds: number): void => {
  const all = readDurations()
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(
    file,
    JSON.stringify({ ...all, [command]: [...(all[command] ?? []), Math.round(seconds)].slice(-kept) }),
  )
}

/** A duration as readable text: seconds up to two minutes, then minutes. */
export const inWords = (seconds: number): string =>
  seconds < 120 ? `${Math.max(1, Math.round(seconds))} s` : `${Math.round(seconds / 60)} min`

const readDurations = (): Readonly<Record<string, readonly number[]>> =>
  existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {}
