import type { Page } from "@playwright/test"
import type { Kit } from "./kit/main.ts"
import { test as onSites } from "./sites.ts"

/** What a modal may be made with. */
type Making = Parameters<Kit["make"]>

/** Playwright's `test` on a bare page that makes modals as it is told, with the controls of their demo worlds. */
export const test = onSites.extend<{ kit: Page }>({
  kit: async ({ page, kitSite }, use) => {
    const uncaught: string[] = []
    page.on("pageerror", (error) => uncaught.push(String(error)))
    await page.goto(kitSite.url)
    await page.waitForFunction(() => "kit" in window)
    await use(page)
    if (uncaught.length > 0) throw new Error(`Nobody caught ${uncaught.join(", ")}`)
  },
})

/** Makes a modal on the page. */
export const make = (kit: Page, script: Making[0] = {}, options: Making[1] = {}) =>
  kit.evaluate(({ script, options }) => void window.kit.make(script, options), { script, options })

/** Connects the first modal's Halyard and opens the modal. */
export const connectAndOpen = async (kit: Page) => {
  await kit.evaluate(async () => {
    const modal = window.kit.made[0]?.modal
    await modal?.connect({ wallet: "example.halyard" })
    await modal?.open()
  })
  await kit.locator('portico-modal [data-view="Account"]').waitFor()
}
