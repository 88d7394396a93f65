import { spawn } from "node:child_process"
import { cpSync, mkdirSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs"
import { availableParallelism } from "node:os"
import { join, resolve } from "node:path"
import { topFolders } from "../check/rules.ts"
import { filesIn } from "../check/source.ts"
import { print, show } from "../run/display.ts"
import { testFilesOf } from "../run/testFiles.ts"
import { instrument, type Mutant } from "./instrument.ts"
import { append, type Entry, entriesIn, linesIn, type Task } from "./task.ts"

// `npm run mutate -- src/send layers/rpc`: breaks these files and folders, one small change at a time, and lists the breaks that no unit test
// notices. Without an argument, breaks src and the live layers. Stryker's instrumenter makes the breaks. Each is tried by the unit tests of
// its own topic only, so the score is a lower bound. `--tests test/engine test/views` then tries the rest by these, `--all` by all tests.
const given = process.argv.slice(2).filter((argument) => argument !== "--all")
const at = given.includes("--tests") ? given.indexOf("--tests") : given.length
const chosen = given.slice(0, at)
const alsoRun = given.slice(at + 1)
const runsAll = process.argv.includes("--all")

const folder = resolve(".cache/mutate")
const copy = join(folder, "project")
const killed = join(folder, "killed.txt")

/** The source files below some paths. */
const sourcesIn = (paths: readonly string[]): readonly string[] =>
  paths.flatMap((path) => (statSync(path).isDirectory() ? filesIn(process.cwd(), [path], /(?<!\.d)\.tsx?$/) : [path]))

/** Whether a unit test belongs to the topic of a source file: `test/send/` to `src/send/`, `test/layers/rpc/` to `layers/rpc/`. */
const isOfTopic = (test: string, source: string): boolean => {
  const [, first, second] = test.split("/")
  return source.startsWith(first === "layers" ? `layers/${second}/` : `src/${first}/`)
}

/** Test file that tries mutants of its own topic, or those of the other topics. */
interface Trial {
  readonly test: string
  readonly isOwn: boolean
}

/** Runs one Vitest process, and ends it if it makes no progress. */
const runVitest = (test: string, taskFile: string, results: string): Promise<void> =>
  new Promise((done) => {
    const child = spawn("npx", ["vitest", "run", "--config", "test/mutate/vitest.config.ts", test], {
      cwd: copy,
      env: { ...process.env, PORTICO_MUTATE: taskFile },
      stdio: "ignore",
      detached: true,
    })
    let entries = 0
    let since = Date.now()
    const watching = setInterval(() => {
      const now = entriesIn(results).length
      if (now !== entries) [entries, since] = [now, Date.now()]
      else if (Date.now() - since > (now === 0 ? 600_000 : 120_000)) stop()
    }, 1_000)
    const stop = () => {
      // The whole group: npx, Vitest and its worker.
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGKILL")
    }
    const interrupt = () => {
      stop()
      process.exit(130)
    }
    process.once("SIGINT", interrupt)
    const finish = () => {
      clearInterval(watching)
      process.off("SIGINT", interrupt)
      done()
    }
    child.on("exit", finish)
    child.on("error", finish)
  })

/** Tries mutants against one test file, in as many processes as it takes. */
const tryTest = async ({ test, isOwn }: Trial, mutants: readonly Mutant[]): Promise<readonly Entry[]> => {
  const name = `${isOwn ? "own" : "other"}-${test.replaceAll("/", "-")}`
  const [taskFile, results] = [join(folder, `${name}.json`), join(folder, `${name}.jsonl`)]
  let first: readonly Mutant[] = []
  for (;;) {
    const tried = new Set(entriesIn(results).flatMap((entry) => ("mutant" in entry ? [entry.mutant] : [])))
    const open = [...new Set([...first, ...mutants])].filter(({ id }) => !tried.has(id))
    const before = entriesIn(results).length
    writeFileSync(taskFile, JSON.stringify({ mutants: open, results, killed, reloads: isOwn } satisfies Task))
    await runVitest(test, taskFile, results)

    const entries = entriesIn(results)
    const last = entries.at(-1)
    if (!last || entries.length === before) print(`${test} did not run: try it with \`npx vitest run\` in ${copy}`)
    if (!last || entries.length === before || "end" in last) return entries
    if ("spoiled" in last) first = mutants.filter(({ id }) => id === last.spoiled)
    if (!("begin" in last)) continue
    append(results, { mutant: last.begin, by: test, why: "The tests did not end" })
    writeFileSync(killed, `${last.begin}\n`, { flag: "a" })
  }
}

rmSync(folder, { recursive: true, force: true })
for (const name of [...topFolders, "package.json", "tsconfig.json", "vite.config.ts", "vitest.config.ts"])
  cpSync(name, join(copy, name), { recursive: true })
symlinkSync(resolve("node_modules"), join(copy, "node_modules"))
mkdirSync(folder, { recursive: true })

const sources = sourcesIn(chosen.length > 0 ? chosen : ["src", "layers"]).filter(
  (path) => !path.startsWith("layers/demo"),
)
const mutants = await instrument(copy, sources)
const units = testFilesOf(process.cwd()).flatMap(({ path, level }) => (level === "unit" ? [path] : []))
const own = units.filter((test) => sources.some((source) => isOfTopic(test, source)))
const others = units.filter((test) => runsAll || alsoRun.some((one) => test.startsWith(one)))
const trials: readonly Trial[] = [
  ...own.map((test) => ({ test, isOwn: true })),
  ...others.map((test) => ({ test, isOwn: false })),
]
print(`${mutants.length} breaks of ${sources.length} files, ${trials.length} runs of test files`)

const queue = [...trials]
const tried = new Set<string>()
let ended = 0
const work = async () => {
  for (let trial = queue.shift(); trial !== undefined; trial = queue.shift()) {
    const { test, isOwn } = trial
    const noticed = new Set(linesIn(killed))
    const open = mutants.filter(({ id, file }) => !noticed.has(id) && isOfTopic(test, file) === isOwn)
    for (const entry of await tryTest(trial, open)) if ("mutant" in entry) tried.add(entry.mutant)
    ended += 1
    show("mutate", `${ended} of ${trials.length} runs`)
  }
}
// Most breaks that a test notices by its time limit only wait, so several processes share a core.
await Promise.all(Array.from({ length: availableParallelism() * 3 }, work))
show("mutate", undefined)

const noticed = new Set(linesIn(killed))
for (const { id, file, line, original, replacement } of mutants)
  if (!noticed.has(id))
    print(`${file}:${line} ${tried.has(id) ? "survived" : "not reached"}: ${original} -> ${replacement}`)
const reached = mutants.filter(({ id }) => tried.has(id) || noticed.has(id)).length
const share = (part: number, whole: number) => `${((part * 100) / Math.max(whole, 1)).toFixed(1)} %`
print(
  `${noticed.size} of ${mutants.length} breaks noticed: ${share(noticed.size, mutants.length)}, ${share(noticed.size, reached)} of those reached`,
)
