import { spawn } from "node:child_process"
import type { Verdict } from "./source.ts"

/** Runs a command of `node_modules/.bin` at `root`; its output is the problem when it fails. */
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

/** Runs checks side by side, prints a line each as it ends and every problem below; the process fails when one does. */
export const report = async (checks: Readonly<Record<string, () => Verdict | Promise<Verdict>>>): Promise<void> => {
  const verdicts = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      // Those that compute take their turns here: each counts its own time only.
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
