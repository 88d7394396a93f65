import { readFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { options } from "../../examples/csp/options.ts"
import { policyFor } from "../../src/index.ts"
import { listen } from "../listen.ts"
import { type Site, serve } from "../serve.ts"
import { test as onSite, served } from "../site.ts"
import { type Reports, startReports } from "./reports.ts"

interface Sites {
  /** Bare page that makes modals on request. */
  readonly kitSite: Site
  /** Page that only allows what `policyFor` returns, and the endpoint of its violation reports. */
  readonly strictSite: Site
  readonly reports: Reports
  /** URL of axe, so the browser caches it. */
  readonly axe: string
}

/**
 * Playwright's `test` with the sites of the browser tests. All browser tests extend it, because a worker stops whenever
 * the next test needs other worker fixtures. A site starts when a test first uses it.
 */
export const test = onSite.extend<object, Sites>({
  kitSite: served("kit"),
  strictSite: [
    async ({ reports }, use) => {
      const policy = `${policyFor(options)}; report-uri ${reports.url}`
      const site = await serve("csp", { headers: { "content-security-policy": policy } })
      await use(site)
      await site.stop()
    },
    { scope: "worker" },
  ],
  reports: [
    async ({ browserName: _ }, use) => {
      const reports = await startReports()
      await use(reports)
      await reports.stop()
    },
    { scope: "worker" },
  ],
  axe: [
    async ({ browserName: _ }, use) => {
      const text = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"))
      const server = await listen((_request, response) => {
        response.writeHead(200, { "content-type": "text/javascript", "cache-control": "max-age=31536000, immutable" })
        response.end(text)
      })
      await use(`${server.url}/axe.js`)
      await server.stop()
    },
    { scope: "worker" },
  ],
})
