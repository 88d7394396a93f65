import { porticoOn } from "../../src/testing/playwright.ts"
import { expect, test } from "./playground.ts"

test("a site's Playwright test connects a visitor with the page's hooks", async ({ playground, page }) => {
  await playground.visit()
  const portico = porticoOn(page)
  await page.getByRole("button", { name: "Connect wallet" }).first().click()
  await expect(portico.view()).toHaveAttribute("data-view", "Connect")
  await portico.wallet("example.halyard").click()
  await expect(portico.dialog).toBeHidden()

  await page.evaluate(() => window.portico.open())
  await expect(portico.view("Account")).toBeVisible()
  await expect(portico.token("native").or(portico.token()).first()).toBeVisible()
  await page.evaluate(() => window.portico.open({ view: "Networks" }))
  await portico.network("eip155:137").click()
  const selected = () => page.evaluate(() => window.portico.getState().selectedNetworkId)
  await expect.poll(selected).toBe("eip155:137")
  await expect(portico.alert("APKT002")).toHaveCount(0)
})
