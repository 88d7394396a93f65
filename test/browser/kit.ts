import type { Page } from "@playwright/test"
import type { Kit } from "./kit/main.ts"
import { test as onSites } from "./sites.ts"

/** What a modal may be made with. */
type Making = Parameters<Kit["make"]>

/** Playwright's `test` on a bare page that makes modals on request, and has the controls of their demo worlds. */
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

/** Makes a modal on the page; with `still` its time passes only by `pass`. */
export const make = (kit: Page, script: Making[0] = {}, options: Making[1] = {}, still: Making[2] = false) =>
  kit.evaluate(({ script, options, still }) => void window.kit.make(script, options, still), { script, options, still })

/** Lets time pass for the first modal. */
export const pass = (kit: Page, milliseconds: number) =>
  kit.evaluate((by) => window.kit.made[0]?.clock.advance(by), milliseconds)

/** Connects the first modal's Halyard and opens the modal. */
export const connectAndOpen = async (kit: Page) => {
  await kit.evaluate(async () => {
    const modal = window.kit.made[0]?.modal
    await modal?.connect({ wallet: "example.halyard" })
    await modal?.open()
  })
  await kit.locator('portico-modal [data-view="Account"]').waitFor()
}
