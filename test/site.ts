import type { PlaywrightWorkerOptions, WorkerFixture } from "@playwright/test"
import { test as atDesk } from "./real/parts/desk.ts"
import { type Site, serve } from "./serve.ts"

/** A built example, served for as long as a worker lasts. */
export const served = (name: string): [WorkerFixture<Site, PlaywrightWorkerOptions>, { readonly scope: "worker" }] => [
  // Playwright wants the first argument destructured, even of nothing.
  async ({ browserName: _ }, use) => {
    const site = await serve(name)
    await use(site)
    await site.stop()
  },
  { scope: "worker" },
]

interface Sites {
  /** The playground in one script: one site for all tests of a worker, whose browser has read its code before. */
  readonly site: Site
  /** The playground as it is published, in files that are loaded on demand. */
  readonly splitSite: Site
}

/** Playwright's `test` with the built playground. */
export const test = atDesk.extend<object, Sites>({ site: served("whole"), splitSite: served("playground") })
