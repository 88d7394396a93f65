import { expect, test } from "./playground.ts"

test("the gallery lists the states of a view, each with a URL, and shows where they lead", async ({
  page,
  splitSite: site,
}) => {
  await page.goto(`${site.url}/gallery.html?view=GetWallet&theme=light&width=360&direction=rtl`)
  const places = page.locator(".frames li")
  await expect(places).toHaveCount(2)
  await expect(places.locator(".status")).toHaveText([
    /^back, close, \d+ ways forward$/,
    /^back, close, \d+ ways forward$/,
  ])
  const waiting = places.filter({ hasText: "GetWallet, loading" })
  await expect(waiting.locator("a")).toHaveAttribute("href", /\?state=GetWallet-loading&theme=light&lang=\w+$/)
  const inside = waiting.frameLocator("iframe")
  await expect(inside.locator('portico-modal[data-theme="light"] [dir=rtl] [data-view="GetWallet"]')).toBeVisible()
  await expect(page.locator(".report summary")).toHaveText(/\d+ views, \d+ states, 2 checked, 0 problems/)

  await page.getByLabel("Theme").selectOption("both")
  await expect(places).toHaveCount(4)
  await expect(places.locator(".status")).toHaveText([/^back/, /^back/, /^back/, /^back/])
  await page.getByLabel("View or state").fill("no such state")
  await expect(places).toHaveCount(0)
})

test("a page that plays one state after another does not grow", async ({ playground, page }) => {
  const size = () => page.evaluate(() => document.querySelectorAll("body *").length)
  await playground.reach("GetWallet")
  const before = await size()
  await playground.reach("Downloads")
  await expect.poll(size).toBe(before)
})

test("an unknown state is reported in the console", async ({ page, site }) => {
  const warned = page.waitForEvent("console", { predicate: (message) => message.type() === "warning" })
  await page.goto(`${site.url}/?state=Nowhere`)
  expect((await warned).text()).toContain("The gallery has no state Nowhere")
  await expect(page.locator('[data-action="account"]')).toHaveText("Connect Wallet")
})
