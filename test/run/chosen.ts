import type { Choice } from "./choice.ts"
import { buildsOf, sitesOf } from "./sites.ts"
import { begin, type Step } from "./steps.ts"
import type { Level } from "./testFiles.ts"

/** Runs the chosen test files, then exits: unit tests in parallel with other steps and the builds of visited sites, then browser tests. */
export const runChosen = async (command: string, choices: readonly Choice[], others: readonly Step[] = []) => {
  const files = (...levels: readonly Level[]) =>
    choices.filter(({ level }) => levels.includes(level)).map(({ path }) => path)
  const units = files("unit")
  const specs = files("browser", "real")
  const sites = specs.flatMap((path) => sitesOf(process.cwd(), path))

  const { run, end } = begin(`${command}: ${countsOf(choices)}`, estimate(choices, others))
  for (const line of reasonsOf(choices)) console.log(line)
  const all = (steps: readonly Step[]) => Promise.all(steps.map(run))
  const stepOf = (name: string, runner: string, paths: readonly string[]): readonly Step[] =>
    paths.length > 0 ? [{ name, command: `${runner} ${paths.join(" ")}` }] : []

  const [tested, built] = await Promise.all([
    all([...stepOf("test:unit", "npx vitest run", units), ...others]),
    all(buildsOf(process.cwd(), sites)),
  ])
  process.env.PORTICO_BUILT = "1"
  const browse = "node test/run.js test/browser.ts browser,real"
  const browsed = built.includes(false) ? [] : await all(stepOf("test:browser and test:real", browse, specs))
  return end([...tested, ...built, ...browsed])
}

/** For example "7 unit, 2 real test files". */
const countsOf = (choices: readonly Choice[]): string => {
  const counts = levels.map((level) => ({ level, count: choices.filter((choice) => choice.level === level).length }))
  const some = counts.filter(({ count }) => count > 0).map(({ level, count }) => `${count} ${level}`)
  return some.length > 0 ? `${some.join(", ")} test files` : "no test files"
}

/** A line per file, or one for many files with the same reason. */
const reasonsOf = (choices: readonly Choice[]): readonly string[] => {
  const ordered = levels.flatMap((level) => choices.filter((choice) => choice.level === level))
  const lines = ordered.map(({ path, level, why }) => {
    const alike = choices.filter((other) => other.level === level && other.why === why).length
    return `  ${level.padEnd(7)}  ${alike > many ? `${alike} files` : path}  ${why}`
  })
  return [...new Set(lines)]
}
const many = 12

const estimate = (choices: readonly Choice[], others: readonly Step[]): number =>
  choices.reduce((seconds, { level }) => seconds + secondsOf[level], start + others.length * 15)
const start = 5
const secondsOf: Readonly<Record<Level, number>> = { unit: 0.5, browser: 5, real: 8 }
const levels: readonly Level[] = ["unit", "browser", "real"]
