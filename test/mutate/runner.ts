import { appendFileSync, readFileSync } from "node:fs"
import { resolve } from "node:path"
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

  // A test that cannot run twice in a process, or not with modules that load again, would fail on every mutant.
  const steadyOf = async (tests: readonly RunnerTestCase[], reload?: string): Promise<readonly RunnerTestCase[]> => {
    const failure = await attempt({ tests, reload })
    if (!failure) return tests
    return failure.test
      ? steadyOf(
          tests.filter(({ id }) => id !== failure.test?.id),
          reload,
        )
      : []
  }
  const steady = await steadyOf(testsIn(file).filter(({ result }) => result?.state === "pass"))
  const steadyByReload = new Map<string, readonly RunnerTestCase[]>()

  let attempts = 0
  const stopWith = (entry: Entry): false => {
    append(task.results, entry)
    return false
  }

  for (const { id: mutant, file: path } of task.mutants) {
    const own = steady.filter(({ id }) => perTest[id]?.[mutant] !== undefined)
    const isLoaded = task.reloads && loading[mutant] !== undefined
    if ((own.length === 0 && !isLoaded) || linesIn(task.killed).includes(mutant)) continue
    append(task.results, { begin: mutant })
    attempts += 1
    const hits = own.reduce((sum, { id }) => sum + (perTest[id]?.[mutant] ?? 0), 0)
    let tests: readonly RunnerTestCase[] = own
    let reload: string | undefined
    let failure = own.length > 0 ? await attempt({ mutant, tests, limit: hits * 100 + 1_000 }) : undefined
    if (!failure && (isLoaded || (task.reloads && switches.hitCount === 0))) {
      // The mutant runs while a module loads, and by now it is loaded. Any test may check the result.
      tests = steadyByReload.get(path) ?? (await steadyOf(steady, path))
      steadyByReload.set(path, tests)
      reload = path
      failure = await attempt({ mutant, tests, reload })
    }
    if (!failure) {
      append(task.results, { mutant })
      continue
    }
    const after = await attempt({ tests: failure.test ? [failure.test] : tests })
    // The tests ran twice without a mutant, so a failure of the first attempt is its mutant's.
    if (after && attempts > 1) return stopWith({ spoiled: mutant })
    append(task.results, { mutant, by: failure.test?.name ?? file.name, why: failure.why })
    appendFileSync(task.killed, `${mutant}\n`)
    if (after) return stopWith({ spoiled: mutant })
  }
  return true
}

/** Parts of Vitest's state of a worker, and of its loader of modules. */
interface Internals {
  readonly workerState: {
    readonly evaluatedModules: EvaluatedModules
    readonly config: { readonly expect: { poll?: { readonly timeout: number } } }
  }
  readonly moduleRunner: { cachedModule(url: string, importer?: string): Promise<EvaluatedModuleNode> }
}

type EvaluatedModuleNode = NonNullable<ReturnType<EvaluatedModules["getModuleById"]>>

interface Attempt {
  /** Mutant to switch on. */
  readonly mutant?: string
  /** Tests to run. */
  readonly tests: readonly RunnerTestCase[]
  /** Source file to load again, with all modules that import it. */
  readonly reload?: string | undefined
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
  let stale: ReadonlySet<EvaluatedModuleNode> = new Set()
  let staleByMutant = new Set<EvaluatedModuleNode>()
  let failure: Failure | undefined
  const fail = (error: unknown, test?: RunnerTestCase) => {
    failure ??= { why: String((error as Error | undefined)?.message ?? error).slice(0, 200), ...(test && { test }) }
  }

  // Vitest has no public way to load a module again, or to change how long assertions are repeated.
  const { workerState, moduleRunner } = outer as unknown as Internals
  const { evaluatedModules: modules, config } = workerState
  config.expect.poll = { timeout: 5_000 }
  // Without this, Vitest asks its main process about each import of a module that runs again.
  const readModule = moduleRunner.cachedModule.bind(moduleRunner)
  moduleRunner.cachedModule = async (url, importer) => {
    const known = modules.getModuleByUrl(url)
    return known?.meta ? known : readModule(url, importer)
  }
  const importersOf = (node: EvaluatedModuleNode, found: Set<EvaluatedModuleNode>) => {
    if (found.has(node)) return found
    found.add(node)
    for (const importer of node.importers) {
      const one = modules.getModuleById(importer)
      if (one) importersOf(one, found)
    }
    return found
  }
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
      // Only what the module returned is dropped. Its code, in `meta`, is still the same.
      for (const node of [...(modules.getModulesByFile(path) ?? []), ...(source === "setup" ? stale : [])])
        Object.assign(node, { evaluated: false, promise: undefined, exports: undefined })
      return TestRunner.prototype.importFile.call(inner, path, source)
    },
  })

  return async ({ mutant, tests, reload, limit }: Attempt): Promise<Failure | undefined> => {
    wanted = new Set(tests.map(({ id }) => id))
    // The modules that the last attempt loaded with its mutant are loaded again too.
    const wasStale = staleByMutant
    staleByMutant = new Set()
    if (reload !== undefined)
      for (const node of modules.getModulesByFile(resolve(reload)) ?? []) importersOf(node, staleByMutant)
    stale = new Set([...wasStale, ...staleByMutant])
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
