import type { Page } from "@playwright/test"
import { idle } from "./idle.ts"
import type { Kit } from "./kit/main.ts"
import { test as onSites } from "./sites.ts"

/** Arguments of `make`. */
type Making = Parameters<Kit["make"]>

/** Playwright's `test` on a bare page that makes modals on request and controls their demo worlds. */
export const test = onSites.extend<{ kit: Page }>({
  kit: async ({ page, kitSite }, use) => {
    const uncaught: string[] = []
    page.on("pageerror", (error) => uncaught.push(String(error)))
    await page.goto(kitSite.url)
    await page.waitForFunction(() => "kit" in window)
    await use(page)
    if (uncaught.length > 0) throw new Error(`Uncaught: ${uncaught.join(", ")}`)
  },
})

/** Makes a modal on the page. With `still`, its time only advances by `pass`. */
export const make = (kit: Page, script: Making[0] = {}, options: Making[1] = {}, still: Making[2] = false) =>
  kit.evaluate(({ script, options, still }) => void window.kit.make(script, options, still), { script, options, still })

/** Advances the time of the first modal once the page is idle, and so has started what waits for that time. */
export const pass = async (kit: Page, milliseconds: number) => {
  await idle(kit)
  await kit.evaluate((by) => window.kit.made[0]?.clock.advance(by), milliseconds)
}

/** Connects Halyard in the first modal and opens it. Waits for the header's network button too, which may load after the view. */
export const connectAndOpen = async (kit: Page) => {
  await kit.evaluate(async () => {
    const modal = window.kit.made[0]?.modal
    await modal?.connect({ wallet: "example.halyard" })
    await modal?.open()
  })
  await kit.locator('portico-modal [data-view="Account"]').waitFor()
  await kit.locator("portico-modal [data-bar] button img").waitFor()
}
