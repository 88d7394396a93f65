import { describe, expect, it } from "vitest"
import { temporaryFolders } from "../fixtures/folders.ts"
import { steady } from "./steady.ts"

const folderOf = temporaryFolders()

/** The problems of a project with these test files. */
const problemsOf = (files: Readonly<Record<string, string>>, allowed: Readonly<Record<string, string>> = {}) => {
  return steady(folderOf(files), allowed).problems
}

const spec = "test/browser/a.spec.ts"

describe("the steady test check", () => {
  it.each([
    ["await page.waitForTimeout(200)", "waitForTimeout() waits for time to pass"],
    ["await sleep(100)", "sleep() waits for time to pass"],
    ["await new Promise((go) => setTimeout(go, 50))", "setTimeout() waits for time to pass"],
    ["await page.evaluate(() => window.setTimeout(() => {}, 50))", "setTimeout() waits for time to pass"],
    ["setInterval(look, 100)", "setInterval() looks again as time passes"],
    ['import { setTimeout } from "node:timers/promises"', "imports a wait for time to pass"],
    ["await expect(row).toBeVisible({ timeout: 500 })", "timeout: sets a limit of its own"],
    ["await row.click({ timeout: 1_000 })", "timeout: sets a limit of its own"],
    ["const patiently = expect.configure({ timeout: 15_000 })", "timeout: sets a limit of its own"],
    ["test.describe.configure({ retries: 2 })", "retries: sets a limit of its own"],
    ["test.slow()", "slow() sets a limit of its own"],
    ["test.setTimeout(60_000)", "setTimeout() waits for time to pass, or sets a limit of its own"],
    ["page.setDefaultTimeout(1_000)", "setDefaultTimeout() sets a limit of its own"],
    ["for (const end = Date.now() + 5; Date.now() < end; ) look()", "loops until a time"],
    ["while (performance.now() < end) look()", "loops until a time"],
    ["do look()\nwhile (Date.now() < end)", "loops until a time"],
  ])("fails on %s", (line, why) => {
    expect(problemsOf({ [spec]: `\n${line}` })).toEqual([expect.stringContaining(`${spec}:2 ${why}`)])
  })

  it.each([
    "await expect.poll(read, { intervals: [0] }).toBe(1)",
    "await page.clock.runFor(1_000)",
    "const timeout = 5\nslow(page, 4)",
    "while (!(await seen())) await press()",
    "// await page.waitForTimeout(200)",
  ])("passes %s", (line) => {
    expect(problemsOf({ [spec]: line })).toEqual([])
  })

  it("reads helpers and the tests with real wallets", () => {
    const helper = "test/real/parts/late.ts"
    expect(problemsOf({ [helper]: "sleep(1)", "test/flows/a.test.ts": "sleep(1)" })).toEqual([
      `${helper}:1 sleep() waits for time to pass`,
    ])
  })

  it("allows what an exception names, and reports an unused exception", () => {
    const allowed = { [spec]: "a reason", "test/browser/b.ts": "a reason" }
    expect(problemsOf({ [spec]: "sleep(1)", "test/browser/b.ts": "look()" }, allowed)).toEqual([
      "test/browser/b.ts no longer needs an exception: remove its row in test/check/steady.ts",
    ])
  })
})
