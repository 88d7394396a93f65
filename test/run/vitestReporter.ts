import type { Reporter } from "vitest/node"
import { printProgress } from "./progress.ts"
import { type Failure, printExplained } from "./specification.ts"

/** Prints the progress of a run, and at its end the failed tests: why, and the rules they prove. */
export default class VitestReporter implements Reporter {
  private failures: Failure[] = []
  private total = 0
  private done = 0

  onTestRunStart(specifications: readonly unknown[]): void {
    this.failures = []
    this.total = specifications.length
    this.done = 0
  }

  onTestModuleEnd(): void {
    this.done += 1
    printProgress({ done: this.done, total: this.total })
  }

  onTestCaseResult(test: Ended): void {
    const { state, errors } = test.result()
    if (state === "failed") this.failures.push({ file: test.module.relativeModuleId, titles: titlesOf(test), errors })
  }

  onTestRunEnd(): void {
    printExplained(this.failures)
  }
}

/** A test or a group, as Vitest reports it. */
interface Titled {
  readonly name: string
  readonly parent: Titled | { readonly type: "module" }
}

interface Ended extends Titled {
  readonly module: { readonly relativeModuleId: string }
  result(): { readonly state: string; readonly errors?: Failure["errors"] }
}

const titlesOf = ({ name, parent }: Titled): readonly string[] =>
  "parent" in parent ? [...titlesOf(parent), name] : [name]
