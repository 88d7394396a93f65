import { execFileSync } from "node:child_process"
import { relative } from "node:path"
import { createVitest } from "vitest/node"
import { type Choice, choicesFor, readersOf } from "./run/choice.ts"
import { runChosen } from "./run/chosen.ts"
import { show } from "./run/display.ts"
import { folderOf, sitesOf } from "./run/sites.ts"
import { testFilesOf } from "./run/testFiles.ts"

// `npm run test:changed`: the tests affected by changes against HEAD. `npm run test:changed -- main`: those affected by the branch and its
// changes.
const root = process.cwd()
const [base] = process.argv.slice(2)

const linesOf = (command: string, ...args: readonly string[]): readonly string[] =>
  execFileSync(command, args, { encoding: "utf8" })
    .split("\n")
    .filter((line) => line !== "")

/** The unit tests that import a changed file, by the imports that Vitest follows. */
const importing = async (): Promise<readonly Choice[]> => {
  const vitest = await createVitest("test", { watch: false, changed: base ?? true }, { logLevel: "error" })
  const specifications = await vitest.getRelevantTestSpecifications()
  await vitest.close()
  return specifications.map(({ moduleId }) => ({
    path: relative(root, moduleId),
    level: "unit",
    why: "imports a changed file",
  }))
}

show("test:changed", "looks for tests that import a changed file")
const changed = [
  ...linesOf("git", "diff", "--name-only", ...(base === undefined ? ["HEAD"] : ["--merge-base", base])),
  ...linesOf("git", "ls-files", "--others", "--exclude-standard"),
]
const specs = testFilesOf(root).filter(({ level }) => level !== "unit")
const choices = [
  ...readersOf(changed),
  ...(await importing()),
  ...choicesFor(specs, changed, (path) =>
    sitesOf(root, path)
      .filter((site) => site !== "playground")
      .map(folderOf),
  ),
]
show("test:changed", undefined)
await runChosen(
  "npm run test:changed",
  [...new Map(choices.map((choice) => [choice.path, choice])).values()],
  [{ name: "check", command: "npm run check" }],
)
