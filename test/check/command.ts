import { spawn } from "node:child_process"
import type { Verdict } from "./source.ts"

/** Runs a command of `node_modules/.bin` at `root`. If it fails, its output is the problem. */
export const command = (root: string, name: string, ...args: readonly string[]): Promise<Verdict> =>
  new Promise((resolve) => {
    const child = spawn(`node_modules/.bin/${name}`, args, { cwd: root, env: { ...process.env, NO_COLOR: "1" } })
    const said: string[] = []
    child.stdout.on("data", (chunk) => said.push(String(chunk)))
    child.stderr.on("data", (chunk) => said.push(String(chunk)))
    child.on("error", (error) => resolve({ problems: [error.message], note: name }))
    child.on("close", (code) =>
      resolve({ problems: code === 0 ? [] : [said.join("").trim() || `exit ${code}`], note: name }),
    )
  })

/** Runs checks in parallel. Prints a line for each as it ends, then every problem. Exits with 1 if there are any. */
export const report = async (checks: Readonly<Record<string, () => Verdict | Promise<Verdict>>>): Promise<void> => {
  const verdicts = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      // CPU-bound checks run one after another, so each measures only its own time.
      await Promise.resolve()
      const began = performance.now()
      const verdict = await run(check)
      const seconds = ((performance.now() - began) / 1000).toFixed(1)
      console.log(
        `${verdict.problems.length === 0 ? "ok  " : "FAIL"} ${name.padEnd(13)} ${seconds.padStart(5)} s  ${verdict.note}`,
      )
      return { name, ...verdict }
    }),
  )

  for (const { name, problems } of verdicts)
    if (problems.length > 0) console.log(`\n${name}\n${problems.join("\n").replace(/^/gm, "  ")}`)
  if (verdicts.some(({ problems }) => problems.length > 0)) process.exitCode = 1
}

const run = async (check: () => Verdict | Promise<Verdict>): Promise<Verdict> => {
  try {
    return await check()
  } catch (error) {
    return { problems: [String(error)], note: "could not run" }
  }
}
