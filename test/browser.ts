import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { findChromium } from "./real/parts/browser.ts"

// Runs projects of the browser tests over the built playground: `node test/run.js test/browser.ts browser`, or `browser,real`.
const [named = "browser", ...rest] = process.argv.slice(2)
const projects = named.split(",")
const run = (command: string, ...parameters: string[]) =>
  spawnSync(command, parameters, { stdio: "inherit", shell: process.platform === "win32" }).status ?? 1

findChromium()
if (!existsSync("dist-examples/playground/index.html") || !process.env.PORTICO_BUILT) {
  const status = run("npm", "run", "build:examples")
  if (status !== 0) process.exit(status)
}
if (projects.includes("browser") && (!existsSync("dist-examples/kit/index.html") || !process.env.PORTICO_BUILT)) {
  const status = run("node", "test/run.js", "test/browser/kit/build.ts")
  if (status !== 0) process.exit(status)
}
process.exit(run("npx", "playwright", "test", ...projects.map((project) => `--project=${project}`), ...rest))
