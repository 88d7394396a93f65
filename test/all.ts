import { spawn } from "node:child_process"
import { constants, getPriority, setPriority } from "node:os"

/**
 * Everything that can fail, for `npm test`. The unit tests need nothing built and take one core; the builds, and what looks at
 * them, take what is left. Then all browser tests run at once over what was built, so that nobody waits for the last of a suite.
 * Prints one line a step, the output of a step that failed, and at last how many passed.
 */
interface Step {
  readonly name: string
  readonly command: string
}

const units: Step = { name: "test:unit", command: "npm run test:unit" }
const builds: readonly Step[] = [
  { name: "check", command: "npm run check" },
  { name: "build", command: "npm run build" },
  { name: "build:examples", command: "npm run build:examples" },
  { name: "build:kit", command: "node test/run.js test/browser/kit/build.ts" },
]
const built: readonly Step[] = [
  { name: "package", command: "node test/run.js test/check/package.ts" },
  { name: "size", command: "npm run size" },
  { name: "docs", command: "npm run docs" },
]
const browsers: Step = { name: "test:browser and test:real", command: "node test/run.js test/browser.ts browser,real" }

/** Runs a step, which is or is not to give way to others. */
const run = ({ name, command }: Step, givesWay = false): Promise<boolean> =>
  new Promise((resolve) => {
    const begun = Date.now()
    const child = spawn(command, { shell: true, env: { ...process.env, PORTICO_BUILT: "1", FORCE_COLOR: "0" } })
    // Whoever gives way already is not pushed forward: that takes rights.
    const lower = constants.priority.PRIORITY_BELOW_NORMAL
    if (givesWay && child.pid !== undefined && getPriority() < lower) setPriority(child.pid, lower)
    let output = ""
    child.stdout.on("data", (text) => {
      output += text
    })
    child.stderr.on("data", (text) => {
      output += text
    })
    child.on("close", (code) => {
      const seconds = ((Date.now() - begun) / 1000).toFixed(1)
      if (code !== 0) console.log(output)
      else
        console.log(
          output
            .split("\n")
            .filter((line) => /\d+ passed|Tests +\d+|kB gzip/.test(line))
            .join("\n"),
        )
      console.log(`${code === 0 ? "passed" : "FAILED"}  ${name}  ${seconds} s`)
      resolve(code === 0)
    })
  })

const beside = (step: Step) => run(step, true)
const buildAll = async () => [...(await Promise.all(builds.map(beside))), ...(await Promise.all(built.map(beside)))]

const [unit, others] = await Promise.all([run(units), buildAll()])
const results = [unit, ...others, await run(browsers)]
const failed = results.filter((good) => !good).length
console.log(`${results.length - failed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
