import { relative } from "node:path"
import type { Reporter, TestCase, TestResult } from "@playwright/test/reporter"
import { printProgress } from "./progress.ts"
import { type Failure, printExplained } from "./specification.ts"

/** Prints the progress of a run, and at its end the failed tests: why, the rules they prove, and the paths of their pictures and traces. */
export default class PlaywrightReporter implements Reporter {
  private readonly failures: Failure[] = []
  private total = 0
  private done = 0

  onBegin(_: unknown, suite: { allTests(): readonly unknown[] }): void {
    this.total = suite.allTests().length
  }

  onTestEnd(test: Ended, result: Result): void {
    this.done += 1
    printProgress({ done: this.done, total: this.total })
    if (!test.ok()) this.failures.push(failureOf(test, result))
  }

  onEnd(): void {
    printExplained(this.failures)
  }
}

type Ended = Pick<TestCase, "ok" | "titlePath" | "location">
type Result = Pick<TestResult, "attachments"> & Partial<Pick<TestResult, "errors">>

const failureOf = (test: Ended, { attachments, errors }: Result): Failure => {
  // Precedes the titles of groups and test: the root, the project and the file.
  const [, , , ...titles] = test.titlePath()
  return {
    file: fromRoot(test.location.file),
    titles,
    errors,
    artefacts: attachments.flatMap(({ name, path }) => {
      if (path === undefined) return []
      return [{ name, path: name === "trace" ? `npx playwright show-trace ${fromRoot(path)}` : fromRoot(path) }]
    }),
  }
}

const fromRoot = (path: string): string => relative(process.cwd(), path).replaceAll("\\", "/")
