import { test as atDesk } from "../real/parts/desk.ts"
import { type Site, serve } from "../serve.ts"

interface Sites {
  /** The built playground. */
  readonly site: Site
  /** A bare page that makes modals as it is told. */
  readonly kitSite: Site
}

/**
 * Playwright's `test` with the sites that the browser tests visit. All of them start from this one, since a worker stops whenever
 * the next test asks for other fixtures of a worker.
 */
export const test = atDesk.extend<object, Sites>({
  site: [
    // Playwright wants the first argument destructured, even of nothing.
    async ({ browserName: _ }, use) => {
      const site = await serve("playground")
      await use(site)
      await site.stop()
    },
    { scope: "worker" },
  ],
  kitSite: [
    async ({ browserName: _ }, use) => {
      const site = await serve("kit")
      await use(site)
      await site.stop()
    },
    { scope: "worker" },
  ],
})
