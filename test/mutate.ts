import { statSync } from "node:fs"
import { Stryker } from "@stryker-mutator/core"

// `npm run mutate`: breaks src and the live layers, one small change at a time, and lists the breaks that no unit test notices. `npm run
// mutate -- src/send/model/fees.ts src/swap`: breaks these files and folders. With `--tests test/send test/swap` at the end, only these
// tests run, which is much faster for a file that most tests import. Its score is then a lower bound.
const [chosen, tests] = ((given: readonly string[]) => {
  const at = given.indexOf("--tests")
  return at < 0 ? [given, []] : [given.slice(0, at), given.slice(at + 1)]
})(process.argv.slice(2))

const patternOf =
  (suffix: string) =>
  (path: string): string =>
    statSync(path).isDirectory() ? `${path.replace(/\/$/, "")}/**/*${suffix}` : path

await new Stryker({
  mutate:
    chosen.length === 0
      ? ["src/**/*.{ts,tsx}", "layers/**/*.ts", "!layers/demo/**"]
      : chosen.map(patternOf(".{ts,tsx}")),
  ...(tests.length > 0 && { testFiles: tests.map(patternOf(".test.{ts,tsx}")) }),
  testRunner: "vitest",
  plugins: ["@stryker-mutator/vitest-runner"],
  // Stryker would rewrite tsconfig.json with TypeScript's own parser, which TypeScript 7 does not export. The copied tree needs no change.
  tsconfigFile: "none",
  tempDirName: ".cache/mutate",
  ignorePatterns: [".cache", "dist", "dist-examples", "test-results"],
  concurrency: 1,
  // All tests of a file that most tests import take longer than the default on a busy machine.
  dryRunTimeoutMinutes: 60,
  // A test that times out counts as one that noticed the break. High load must not look like that.
  timeoutMS: 15_000,
  reporters: ["clear-text", "progress"],
  clearTextReporter: { logTests: false, reportTests: false },
}).runMutationTest()
