import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import PlaywrightReporter from "./playwrightReporter.ts"
import { passesTenth, progressIn } from "./progress.ts"
import { table } from "./specification.ts"
import VitestReporter from "./vitestReporter.ts"

const printed: string[] = []
beforeEach(() => {
  printed.length = 0
  vi.stubEnv("PORTICO_PROGRESS", undefined)
  vi.spyOn(console, "log").mockImplementation((line) => void printed.push(line))
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

/** A test outside any group that a single row of the project's table names, and the line that is printed for it. */
const proved = (kind: RegExp) => {
  const rows = readFileSync(table, "utf8").trimEnd().split("\n")
  const isAlone = (test: string) => rows.filter((row) => row.includes(test)).length === 1
  const [found] = rows
    .map((row) => row.split("\t"))
    .flatMap(([id, state, proof = "", rule]) =>
      proof
        .split(" ; ")
        .filter((test) => state === "done" && kind.test(test) && isAlone(test))
        .map((test) => ({ test, line: `  ${id}: ${rule}` })),
    )
  const [file = "", title = ""] = found?.test.split(" > ") ?? []
  return { file, title, line: found?.line }
}

describe("A failed browser test", () => {
  const { file, title, line } = proved(/^test\/(browser|real)\/[^>]+ > [^>,]+$/)
  const test = (ok: boolean) => ({
    ok: () => ok,
    titlePath: () => ["", "browser", file, title],
    location: { file: join(process.cwd(), file), line: 1, column: 1 },
  })
  const left = (name: string, path: string) => ({ name, contentType: "", path: join(process.cwd(), path) })

  it("prints its reason, the rule it proves, its picture and the command that opens its trace", () => {
    expect(existsSync(file)).toBe(true)
    const reporter = new PlaywrightReporter()
    reporter.onBegin({}, { allTests: () => [{}, {}] })
    reporter.onTestEnd(test(true), { attachments: [left("screenshot", "test-results/0.png")] })
    reporter.onTestEnd(test(false), {
      errors: [{ message: "Error: Timeout" }],
      attachments: [left("screenshot", "test-results/1.png"), left("trace", "test-results/1.zip")],
    })
    reporter.onEnd()

    expect(printed).toEqual([
      "",
      `${file} > ${title}`,
      "  Error: Timeout",
      line,
      "  screenshot: test-results/1.png",
      "  trace: npx playwright show-trace test-results/1.zip",
    ])
  })
})

describe("A failed unit test", () => {
  const { file, title, line } = proved(/^test\/(connect|send|swap)\/[^>]+ > [^>;]+$/)
  const test = (state: string, group: string) => ({
    name: title,
    module: { relativeModuleId: file },
    parent: { name: group, parent: { type: "module" as const } },
    result: () => ({ state, errors: [{ message: "AssertionError" }] }),
  })

  it("prints its reason and the rule it proves once per run", () => {
    const reporter = new VitestReporter()
    for (const run of [1, 2]) {
      reporter.onTestRunStart([run])
      reporter.onTestCaseResult(test("passed", "another group"))
      reporter.onTestCaseResult(test("failed", "a group"))
      reporter.onTestRunEnd()
    }

    const lines = ["", `${file} > a group > ${title}`, "  AssertionError", line]
    expect(printed).toEqual([...lines, ...lines])
  })
})

describe("Progress", () => {
  it("is counted by both reporters if the process that runs them asks for it", () => {
    const count = () => {
      const vitest = new VitestReporter()
      vitest.onTestRunStart([1, 2, 3])
      vitest.onTestModuleEnd()
      vitest.onTestModuleEnd()
      const playwright = new PlaywrightReporter()
      playwright.onBegin({}, { allTests: () => [{}, {}] })
      playwright.onTestEnd({ ok: () => true, titlePath: () => [], location: { file: "", line: 1, column: 1 } }, passed)
      return printed.splice(0).map(progressIn)
    }
    const passed = { attachments: [] }

    expect(count()).toEqual([])
    vi.stubEnv("PORTICO_PROGRESS", "1")
    expect(count()).toEqual([
      { done: 1, total: 3 },
      { done: 2, total: 3 },
      { done: 1, total: 2 },
    ])
  })

  it("is not read from other lines", () => {
    for (const line of ["", "1 of 2", "::progress", "::progress 1 0", "said ::progress 1 2"])
      expect(progressIn(line)).toBeUndefined()
  })

  it("gets one line per tenth, except at the end, which has its own line", () => {
    const lines = (total: number) =>
      Array.from({ length: total }, (_, before) => passesTenth(before, { done: before + 1, total }))

    expect(lines(20).filter((line) => line)).toHaveLength(9)
    expect(lines(20).slice(0, 4)).toEqual([false, true, false, true])
    expect(lines(3)).toEqual([true, true, false])
  })
})
