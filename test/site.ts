import type { PlaywrightWorkerOptions, WorkerFixture } from "@playwright/test"
import { test as atDesk } from "./real/parts/desk.ts"
import { type Site, serve } from "./serve.ts"

/** A built example, served for the lifetime of a worker. */
export const served = (name: string): [WorkerFixture<Site, PlaywrightWorkerOptions>, { readonly scope: "worker" }] => [
  // Playwright requires the first argument to be destructured, even if unused.
  async ({ browserName: _ }, use) => {
    const site = await serve(name)
    await use(site)
    await site.stop()
  },
  { scope: "worker" },
]

interface Sites {
  /** The playground in one script: one site for all tests of a worker, whose browser has compiled its code before. */
  readonly site: Site
  /** The playground as published, in files that load on demand. */
  readonly splitSite: Site
}

/** Playwright's `test` with the built playground. */
export const test = atDesk.extend<object, Sites>({ site: served("whole"), splitSite: served("playground") })
