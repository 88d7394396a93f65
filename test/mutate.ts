import { statSync } from "node:fs"
import { Stryker } from "@stryker-mutator/core"

// `npm run mutate`: breaks src and the live layers, one small change at a time, and lists the breaks that no unit test notices. `npm run
// mutate -- src/send/model/fees.ts src/swap`: breaks these files and folders.
const chosen = process.argv.slice(2)

const patternOf = (path: string): string =>
  statSync(path).isDirectory() ? `${path.replace(/\/$/, "")}/**/*.{ts,tsx}` : path

await new Stryker({
  mutate: chosen.length === 0 ? ["src/**/*.{ts,tsx}", "layers/**/*.ts", "!layers/demo/**"] : chosen.map(patternOf),
  testRunner: "vitest",
  plugins: ["@stryker-mutator/vitest-runner"],
  // Stryker would rewrite tsconfig.json with TypeScript's own parser, which TypeScript 7 does not export. The copied tree needs no change.
  tsconfigFile: "none",
  tempDirName: ".cache/mutate",
  ignorePatterns: [".cache", "dist", "dist-examples", "test-results"],
  concurrency: 1,
  // A test that times out counts as one that noticed the break. High load must not look like that.
  timeoutMS: 15_000,
  reporters: ["clear-text", "progress"],
  clearTextReporter: { logTests: false, reportTests: false },
}).runMutationTest()
