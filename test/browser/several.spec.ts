import { expect, type Page } from "@playwright/test"
import { make, test } from "./kit.ts"

const views = (instance: string) => `portico-modal[data-instance="${instance}"] [data-view]`
const open = 'portico-modal[data-instance="one"]'

test("several modals on one page have separate elements and separate state", async ({ kit }) => {
  await make(kit, {}, { id: "one" })
  await make(kit, {}, { id: "two" })
  await kit.evaluate(async () => {
    const [one, two] = window.kit.made
    await one?.modal.connect({ wallet: "example.halyard" })
    await one?.modal.open()
    await two?.modal.open()
  })
  await expect(kit.locator("portico-modal")).toHaveCount(2)
  await expect(kit.locator(views("one"))).toHaveAttribute("data-view", "Account")
  await expect(kit.locator(views("two"))).toHaveAttribute("data-view", "Connect")
})

test("with stacked modals Escape closes the top one, and the focus returns to the one below", async ({ kit }) => {
  await make(kit, {}, { id: "one" })
  await make(kit, {}, { id: "two" })
  await kit.getByRole("button", { name: "Open" }).focus()
  await kit.evaluate(() => window.kit.made[0]?.modal.open())
  const close = kit.locator(open).getByRole("button", { name: "Close" })
  await close.focus()
  await kit.evaluate(() => window.kit.made[1]?.modal.open())
  await expect(kit.locator(views("two"))).toHaveCount(1)

  await kit.keyboard.press("Escape")
  await expect(kit.locator(views("two"))).toHaveCount(0)
  await expect(kit.locator(views("one"))).toHaveCount(1)
  await expect(close).toBeFocused()
  expect(await kit.evaluate(() => document.documentElement.style.overflow)).toBe("hidden")

  await kit.keyboard.press("Escape")
  await expect(kit.locator(views("one"))).toHaveCount(0)
  await expect(kit.getByRole("button", { name: "Open" })).toBeFocused()
  expect(await kit.evaluate(() => document.documentElement.style.overflow)).toBe("")
})

test("tabs with the same modal disconnect together, and keep their other connections", async ({ kit, context }) => {
  const other = await context.newPage()
  await other.goto(kit.url())
  await other.waitForFunction(() => "kit" in window)
  const connectors = (page: Page) =>
    page.evaluate(() =>
      window.kit.made[0]?.modal.state.accounts.eip155.value.connections.map(({ connectorId }) => connectorId),
    )
  for (const page of [kit, other]) {
    await make(page)
    await page.evaluate(async () => {
      await window.kit.made[0]?.modal.connect({ wallet: "example.cinderbox" })
      await window.kit.made[0]?.modal.connect({ wallet: "example.halyard" })
    })
    await expect.poll(() => connectors(page)).toHaveLength(2)
  }
  await kit.evaluate(() =>
    window.kit.made[0]?.modal.deleteConnection({ namespace: "eip155", connectorId: "example.cinderbox" }),
  )
  await expect.poll(() => connectors(other)).toEqual(["example.halyard"])
  expect(await connectors(kit)).toEqual(["example.halyard"])
  await other.evaluate(() => window.kit.made[0]?.modal.disconnect())
  await expect.poll(() => connectors(kit)).toEqual([])
})
