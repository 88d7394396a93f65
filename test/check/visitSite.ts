import type { Browser } from "@playwright/test"
import { loopbackOnly } from "../real/parts/browser.ts"

/** Maximum number of files that a site without Portico prefetches: Nuxt's error pages. */
const usualPrefetches = 4

/**
 * Connects a demo wallet on a page of a site, as a visitor would. Returns the page's complaints: errors, console warnings, and requests that
 * would leave the machine. `until` is a CSS selector of the element that shows the account then.
 */
export const visitSite = async (browser: Browser, url: string, until: string): Promise<readonly string[]> => {
  const page = await browser.newPage()
  const refused = loopbackOnly(page.context())
  const complaints: string[] = []
  page.on("pageerror", ({ message }) => complaints.push(message))
  page.on("console", (said) => /error|warning/.test(said.type()) && complaints.push(said.text()))
  try {
    await page.goto(url)
    const prefetched = await page.locator("link[rel=prefetch]").count()
    if (prefetched > usualPrefetches) complaints.push(`prefetches ${prefetched} files with the page`)
    await page.getByRole("button", { name: "Connect Wallet" }).click()
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /^Halyard/ })
      .click()
    await page.locator(until, { hasText: /0x/ }).or(page.getByText("marguerite.eth").first()).first().waitFor()
  } catch (error) {
    complaints.push(String(error))
  } finally {
    await page.close()
  }
  return [...complaints, ...refused.map((request) => `asked for ${request}`)]
}
