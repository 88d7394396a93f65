import type { Locator } from "@playwright/test"
import { idle, keepIdle } from "./idle.ts"
import { base, ethereum, expect, freeze, halyard, hanging, marguerite, test } from "./playground.ts"

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: "no-preference" }))

test("a visitor connects, sees balances, switches network, returns and disconnects", async ({ playground, page }) => {
  const { account, button, closed, openModal, press, shows, token, wallet } = playground
  const opener = page.locator('[data-action="account"]')
  await playground.visit()
  await openModal()
  await wallet(halyard).click()
  await closed()
  expect(await account()).toMatchObject({ status: "connected", address: marguerite })

  const view = await openModal("Account")
  await expect(view.getByText("marguerite.eth")).toBeVisible()
  await expect(view.getByText("0xdb...C727C9")).toBeVisible()
  await expect(token()).toHaveCount(4)
  await expect(token("native")).toHaveText(/Ether.*2\.418 ETH/)
  await shows("$8,995.82")
  const explorer = view.getByRole("link", { name: "Block Explorer" })
  await expect(explorer).toHaveAttribute("href", `https://basescan.org/address/${marguerite}`)

  await press("Switch Network: Base")
  await expect(playground.network(base)).toHaveAttribute("aria-current", "true")
  await playground.network(ethereum).click()
  await expect(button("Switch Network: Ethereum")).toBeVisible()
  await expect(token()).toHaveCount(5)

  await page.reload()
  await expect(opener).toContainText("0xdb")
  await openModal("Account")
  await expect(button("Switch Network: Ethereum")).toBeVisible()
  await press("Disconnect")
  await closed()
  expect(await account()).toMatchObject({ status: "disconnected" })

  await page.reload()
  await expect(opener).toHaveText("Connect Wallet")
  await openModal()
  await expect(wallet(halyard)).toHaveCount(1)
})

test("a wallet that does not respond gets a hint after 10 s, and its approval is accepted", async ({
  playground,
  page,
}) => {
  await keepIdle(page)
  await page.clock.install()
  await playground.visit({ script: hanging })
  await playground.openModal()
  // Loads the next view's code first, because a paused clock would delay it.
  await playground.wallet(halyard).click()
  await playground.asking().waitFor()
  await playground.press("Back")
  await playground.view("Connect").waitFor()
  await freeze(page)
  await playground.wallet(halyard).dispatchEvent("click")
  let time = 0
  const run = async (milliseconds: number) => {
    await page.clock.runFor(milliseconds)
    time += milliseconds
    await idle(page)
  }
  const comes = (part: Locator) =>
    expect.poll(() => run(100).then(() => part.isVisible()), { intervals: [0] }).toBe(true)
  await comes(playground.heading("Approve in Halyard"))
  const late = time
  const hint = playground.dialog.getByText("Don't see it? Click the Halyard icon")
  await run(9_900 - late)
  await expect(hint).toHaveCount(0)
  await comes(hint)
  // The view came up to `late` ms after the click, and each of these steps takes 100 ms.
  expect(time).toBeLessThanOrEqual(10_000 + late + 500)
  await page.clock.resume()
  await playground.answer("Approve")
  await playground.closed()
  expect(await playground.account()).toMatchObject({ status: "connected" })
})
