import { spawnSync } from "node:child_process"
import { findChromium } from "./real/parts/browser.ts"
import { buildsOf, sitesOf } from "./run/sites.ts"
import { testFilesOf } from "./run/testFiles.ts"

// Runs projects of the browser tests: `node test/run.js test/browser.ts browser`, or `browser,real`, plus any Playwright options. Sites
// older than their sources are built first, unless all were just built (`PORTICO_BUILT`).
const [named = "browser", ...rest] = process.argv.slice(2)
const projects = named.split(",")
const run = (command: string, ...parameters: string[]) => {
  const { status } = spawnSync(command, parameters, { stdio: "inherit", shell: process.platform === "win32" })
  if (status !== 0) process.exit(status ?? 1)
}

findChromium()
if (!process.env.PORTICO_BUILT) {
  const root = process.cwd()
  const specs = testFilesOf(root)
    .filter(({ level }) => level !== "unit")
    .map(({ path }) => path)
  const wanted = specs.filter((path) => rest.includes(path))
  const visited = (wanted.length > 0 ? wanted : specs).flatMap((path) => sitesOf(root, path))
  for (const { command } of buildsOf(root, visited)) run("sh", "-c", command)
}
run("npx", "playwright", "test", ...projects.map((project) => `--project=${project}`), ...rest)
