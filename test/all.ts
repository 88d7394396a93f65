import { spawn } from "node:child_process"

/**
 * Everything that can fail, for `npm test`: what needs no browser runs beside the builds, then the browser tests over what was
 * built. Prints one line a step, the output of a step that failed, and at last how many passed.
 */
interface Step {
  readonly name: string
  readonly command: string
}

const rounds: readonly (readonly Step[])[] = [
  [
    { name: "check", command: "npm run check" },
    { name: "build", command: "npm run build" },
    { name: "build:examples", command: "npm run build:examples" },
    { name: "build:kit", command: "node test/run.js test/browser/kit/build.ts" },
  ],
  [
    { name: "test:unit", command: "npm run test:unit" },
    { name: "package", command: "node test/run.js test/check/package.ts" },
    { name: "size", command: "npm run size" },
    { name: "docs", command: "npm run docs" },
  ],
  [{ name: "test:browser", command: "npm run test:browser" }],
  [{ name: "test:real", command: "npm run test:real" }],
]

const run = ({ name, command }: Step): Promise<boolean> =>
  new Promise((resolve) => {
    const begun = Date.now()
    const child = spawn(command, { shell: true, env: { ...process.env, PORTICO_BUILT: "1", FORCE_COLOR: "0" } })
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

let passed = 0
let failed = 0
for (const steps of rounds) {
  for (const good of await Promise.all(steps.map(run))) {
    if (good) passed += 1
    else failed += 1
  }
}
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
