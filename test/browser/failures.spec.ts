import { execFile } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "@playwright/test"

/** A separate run with the project's settings, of two tests that share a page. The second fails. */
const config = `
import config from "../../playwright.config.ts"
export default { ...config, testDir: ".", outputDir: "results", reporter: "json", projects: [{ name: "shared" }] }
`
const spec = `
import { test } from "../../test/site.ts"
let first
test("passes", async ({ page, site }) => {
  await page.goto(site.url + "/nothing")
  first = page
})
test("fails", async ({ page }) => {
  if (page === first) throw new Error("on the shared page")
})
`

interface Report {
  readonly suites: readonly [
    { readonly specs: readonly { readonly tests: readonly [{ readonly results: readonly [Result] }] }[] },
  ]
}
interface Result {
  readonly error?: { readonly message: string }
  readonly attachments: readonly { readonly name: string; readonly path: string }[]
}

test("A failed test saves a screenshot and a trace of the shared page, a passed one nothing", async () => {
  mkdirSync(".cache", { recursive: true })
  const folder = mkdtempSync(join(".cache", "failures-"))
  writeFileSync(join(folder, "playwright.config.ts"), config)
  writeFileSync(join(folder, "shared.spec.ts"), spec)

  try {
    const printed = await new Promise<string>((resolve) => {
      execFile("npx", ["playwright", "test", "-c", folder], (_, stdout) => resolve(stdout))
    })
    const report: Report = JSON.parse(printed)
    const [passed, failed] = report.suites[0].specs.map(({ tests }) => tests[0].results[0])

    expect(passed?.attachments).toEqual([])
    expect(failed?.error?.message).toContain("on the shared page")
    for (const name of ["screenshot", "trace"]) {
      const left = failed?.attachments.find((each) => each.name === name)
      expect(left && existsSync(left.path), name).toBe(true)
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
})
