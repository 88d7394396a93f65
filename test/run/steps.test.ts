import { execFile } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { afterAll, describe, expect, it } from "vitest"

const folder = mkdtempSync(join(tmpdir(), "portico-steps-"))
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs steps as a command would, in their own folder. Returns the output and the exit code. `exits` has the exit code of each step. */
const command = (what: string, exits: Readonly<Record<string, number>>) => {
  const steps = Object.entries(exits).map(([name, code]) => ({ name, command: `node step.cjs ${name} ${code}` }))
  writeFileSync(
    join(folder, "step.cjs"),
    `const [name, code] = process.argv.slice(2)
     for (const done of [1, 2, 3, 4]) console.log("::progress " + done + " 4")
     console.log("output of " + name)
     console.error("3 passed")
     process.exitCode = Number(code)`,
  )
  writeFileSync(
    join(folder, "command.ts"),
    `import { begin } from ${JSON.stringify(resolve("test/run/steps.ts"))}
     const { run, end } = begin(${JSON.stringify(what)}, 150)
     const results = []
     for (const step of ${JSON.stringify(steps)}) results.push(await run(step))
     end(results)`,
  )
  return new Promise<{ readonly lines: readonly string[]; readonly code: unknown }>((done) =>
    execFile(process.execPath, [resolve("test/run.js"), "command.ts"], { cwd: folder }, (error, stdout) =>
      done({ lines: stdout.trimEnd().split("\n"), code: error?.code ?? 0 }),
    ),
  )
}

const untimed = (line: string) => line.replace(/\d+(\.\d)? s$/, "N s")

describe("A command with several steps", () => {
  it("prints what it runs, its progress and how each step ended, with the output of a failed step", async () => {
    const { lines, code } = await command("npm test: two steps", { one: 0, two: 3 })

    expect(lines.map(untimed)).toEqual([
      "npm test: two steps, usually 3 min",
      "start   one",
      "running one  25 %  1 of 4, N s",
      "running one  50 %  2 of 4, N s",
      "running one  75 %  3 of 4, N s",
      "3 passed",
      "passed  one  N s",
      "start   two",
      "running two  25 %  1 of 4, N s",
      "running two  50 %  2 of 4, N s",
      "running two  75 %  3 of 4, N s",
      "output of two",
      "3 passed",
      "FAILED  two  N s",
      "1 passed, 1 failed",
    ])
    expect(code).toBe(1)
  })

  it("estimates its duration and those of its steps from earlier runs that passed", async () => {
    await command("npm test: one step", { one: 0 })
    const { lines, code } = await command("npm test: one step", { one: 0 })

    expect(lines.slice(0, 2).map(untimed)).toEqual(["npm test: one step, usually N s", "start   one, usually N s"])
    expect(lines.at(-1)).toBe("1 passed, 0 failed")
    expect(code).toBe(0)
    const kept = JSON.parse(readFileSync(join(folder, ".cache/durations.json"), "utf8"))
    expect(kept["npm test: one step"]).toHaveLength(2)
    expect(kept["npm test: two steps"]).toBeUndefined()
  })
})
