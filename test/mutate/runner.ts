import { appendFileSync, readFileSync } from "node:fs"
import { startTests } from "@vitest/runner"
import { type EvaluatedModules, type RunnerTask, type RunnerTestCase, type RunnerTestFile, TestRunner } from "vitest"
import { append, type Entry, linesIn, type Task } from "./task.ts"

/** Globals that the instrumented source reads: the active mutant, and how often it may run before it counts as an endless loop. */
interface Switches {
  activeMutant?: string
  currentTestId?: string | undefined
  mutantCoverage?: Coverage
  countsNothing?: boolean
  hitCount?: number
  hitLimit?: number | undefined
}

/** Number of times that each mutant ran in each test, and outside tests, such as while modules loaded. */
interface Coverage {
  readonly perTest: Readonly<Record<string, Readonly<Record<string, number>>>>
  readonly static: Readonly<Record<string, number>>
}

const switches: Switches = { activeMutant: "none" }
Object.assign(globalThis, { __stryker__: switches })

const task = JSON.parse(readFileSync(process.env.PORTICO_MUTATE ?? "", "utf8")) as Task

/** Runs a test file as usual, then again for each mutant that it reaches, in the same process. That takes milliseconds per mutant. */
export default class MutantRunner extends TestRunner {
  override onBeforeRunTask(test: RunnerTask) {
    switches.currentTestId = test.id
    return super.onBeforeRunTask(test)
  }

  override onAfterRunTask(test: RunnerTask) {
    switches.currentTestId = undefined
    return super.onAfterRunTask(test)
  }

  override async onAfterRunFiles(...[files]: [files?: RunnerTestFile[]]) {
    const [file] = files ?? []
    if (file && (await tryMutants(this, file))) append(task.results, { end: true })
    super.onAfterRunFiles()
  }
}

/** Tries each mutant that the file's tests reach and that no test has failed on yet. Returns whether all were tried. */
const tryMutants = async (outer: MutantRunner, file: RunnerTestFile): Promise<boolean> => {
  const { perTest, static: loading } = switches.mutantCoverage ?? { perTest: {}, static: {} }
  switches.countsNothing = true
  const attempt = attemptsOf(outer, file)

  // A test that cannot run twice in a process would fail on every mutant.
  let steady = testsIn(file).filter(({ result }) => result?.state === "pass")
  for (;;) {
    const failure = await attempt({ tests: steady, reload: false })
    if (!failure) break
    if (!failure.test) return true
    steady = steady.filter(({ id }) => id !== failure.test?.id)
  }

  let attempts = 0
  const stopWith = (entry: Entry): false => {
    append(task.results, entry)
    return false
  }

  for (const mutant of task.mutants) {
    const own = steady.filter(({ id }) => perTest[id]?.[mutant] !== undefined)
    if ((own.length === 0 && loading[mutant] === undefined) || linesIn(task.killed).includes(mutant)) continue
    append(task.results, { begin: mutant })
    attempts += 1
    const hits = own.reduce((sum, { id }) => sum + (perTest[id]?.[mutant] ?? 0), 0)
    let tests = own
    let reload = false
    let failure = own.length > 0 ? await attempt({ mutant, tests, reload, limit: hits * 100 + 1_000 }) : undefined
    if (!failure && (own.length === 0 || switches.hitCount === 0 || loading[mutant] !== undefined)) {
      // The mutant runs while a module loads, and by now it is loaded. Any test may check the result.
      tests = steady
      reload = true
      failure = await attempt({ mutant, tests, reload })
    }
    if (!failure) {
      append(task.results, { mutant })
      if (reload) await attempt({ tests: [], reload })
      continue
    }
    const after = await attempt({ tests: failure.test ? [failure.test] : tests, reload })
    // The tests ran twice without a mutant, so a failure of the first attempt is its mutant's.
    if (after && attempts > 1) return stopWith({ spoiled: mutant })
    append(task.results, { mutant, by: failure.test?.name ?? file.name, why: failure.why })
    appendFileSync(task.killed, `${mutant}\n`)
    if (after) return stopWith({ spoiled: mutant })
  }
  return true
}

/** Part of Vitest's state of a worker. */
interface Worker {
  readonly evaluatedModules: EvaluatedModules
  readonly config: { readonly expect: { poll?: { readonly timeout: number } } }
}

interface Attempt {
  /** Mutant to switch on. */
  readonly mutant?: string
  /** Tests to run. */
  readonly tests: readonly RunnerTestCase[]
  /** Whether to load all modules of the project again. */
  readonly reload: boolean
  readonly limit?: number | undefined
}

interface Failure {
  /** `undefined` if the file failed outside its tests. */
  readonly test?: RunnerTestCase
  readonly why: string
}

/** Returns a function that runs tests of a file, unreported, until one fails. It resolves with the failure, if there is one. */
const attemptsOf = (outer: MutantRunner, file: RunnerTestFile) => {
  let wanted: ReadonlySet<string> = new Set()
  let reloads = false
  let failure: Failure | undefined
  const fail = (error: unknown, test?: RunnerTestCase) => {
    failure ??= { why: String((error as Error | undefined)?.message ?? error).slice(0, 200), ...(test && { test }) }
  }

  // Vitest has no public way to load a module again, or to change how long assertions are repeated.
  const { evaluatedModules: modules, config } = (outer as unknown as { workerState: Worker }).workerState
  config.expect.poll = { timeout: 5_000 }
  const inner: MutantRunner = Object.assign(Object.create(outer), {
    // A test that only fails by its time limit should not take a minute.
    config: { ...outer.config, testTimeout: 10_000, hookTimeout: 10_000 },
    onTaskUpdate: async () => undefined,
    onCollected: async (files: RunnerTestFile[]) => {
      for (const one of files) if (one.result?.state === "fail") fail(one.result.errors?.[0])
      for (const test of files.flatMap(testsIn)) if (test.mode === "run" && !wanted.has(test.id)) test.mode = "skip"
    },
    onBeforeRunTask: async (test: RunnerTestCase) => {
      if (failure) test.mode = "skip"
      await TestRunner.prototype.onBeforeRunTask.call(inner, test)
    },
    onAfterRunTask: (test: RunnerTestCase) => {
      if (test.result?.state === "fail") fail(test.result.errors?.[0], test)
      TestRunner.prototype.onAfterRunTask.call(inner, test)
    },
    onAfterRunFiles: () => undefined,
    importFile: (path: string, source: "collect" | "setup") => {
      for (const node of [...modules.idToModuleMap.values()]) {
        const isOwn = reloads && node.file.startsWith(process.cwd()) && !node.file.includes("node_modules")
        if (node.file === path || isOwn) modules.invalidateModule(node)
      }
      return TestRunner.prototype.importFile.call(inner, path, source)
    },
  })

  return async ({ mutant, tests, reload, limit }: Attempt): Promise<Failure | undefined> => {
    wanted = new Set(tests.map(({ id }) => id))
    reloads = reload
    failure = undefined
    Object.assign(switches, { activeMutant: mutant ?? "none", hitCount: 0, hitLimit: limit })
    try {
      const [ran] = await startTests([file.filepath], inner)
      if (ran?.result?.state === "fail") fail(ran.result.errors?.[0] ?? "A hook failed")
    } catch (error) {
      fail(error)
    } finally {
      switches.activeMutant = "none"
    }
    return failure
  }
}

const testsIn = (task: RunnerTask): readonly RunnerTestCase[] =>
  task.type === "test" ? [task] : task.tasks.flatMap(testsIn)
