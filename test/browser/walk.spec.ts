import type { Page } from "@playwright/test"
import { expect, halyard, marguerite, type Playground, tessera, test } from "./playground.ts"

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: "no-preference" }))

const heading = ({ dialog }: Playground, name: string) => dialog.getByRole("heading", { level: 2, name })
const account = async (page: Page) =>
  (await page.evaluate(() => window.portico.getState())).chains.eip155?.accountState as
    | { readonly status?: string; readonly address?: string }
    | undefined

test("a visitor connects, sees balances, switches network, comes back and disconnects", async ({
  playground,
  page,
}) => {
  await playground.visit()
  await playground.openModal()
  await playground.wallet(halyard).click()
  await expect(playground.dialog).toHaveCount(0)
  expect(await account(page)).toMatchObject({ status: "connected", address: marguerite })

  const view = await playground.openModal("Account")
  await expect(view.getByText("marguerite.eth")).toBeVisible()
  await expect(view.getByText("0x7a...9c41D2")).toBeVisible()
  await expect(view.locator("[data-token]")).toHaveCount(4)
  await expect(view.locator("[data-token=native]")).toContainText("Ether")
  await expect(view.locator("[data-token=native]")).toContainText("2.418 ETH")
  await expect(view.getByRole("link", { name: "Block Explorer" })).toHaveAttribute(
    "href",
    `https://basescan.org/address/${marguerite}`,
  )

  await playground.dialog.getByRole("button", { name: "Switch Network: Base" }).click()
  await expect(playground.view("Networks").locator('[data-network="eip155:8453"]')).toHaveAttribute(
    "aria-current",
    "true",
  )
  await playground.view("Networks").locator('[data-network="eip155:1"]').click()
  await expect(playground.dialog.getByRole("button", { name: "Switch Network: Ethereum" })).toBeVisible()
  await expect(view.locator("[data-token]")).toHaveCount(5)

  await page.reload()
  await expect(page.locator('[data-action="account"]')).toContainText("0x7a")
  await playground.openModal("Account")
  await expect(playground.dialog.getByRole("button", { name: "Switch Network: Ethereum" })).toBeVisible()
  await playground.dialog.getByRole("button", { name: "Disconnect" }).click()
  await expect(playground.dialog).toHaveCount(0)
  await expect.poll(async () => (await account(page))?.status).toBe("disconnected")

  await page.reload()
  await expect(page.locator('[data-action="account"]')).toHaveText("Connect Wallet")
  await playground.openModal()
  await expect(playground.wallet(halyard)).toHaveCount(1)
})

test("a wallet that declines says so calmly, and may be tried again or left", async ({ playground, page }) => {
  await playground.visit({ script: { wallets: { "*": { connect: "reject" } } } })
  await playground.openModal()
  await playground.wallet(halyard).click()
  await expect(heading(playground, "You declined in Halyard")).toBeVisible()
  await expect(playground.dialog.getByRole("status").filter({ has: page.getByRole("heading") })).toContainText(
    "Nothing was shared and nothing has changed",
  )
  await playground.dialog.getByRole("button", { name: "Choose another wallet" }).click()
  await expect(playground.view("Connect")).toBeVisible()
  expect(await account(page)).toMatchObject({ status: "disconnected" })
})

test("a wallet that waits gets a hint after 10 s, and an approval is taken", async ({ playground, page }) => {
  await page.clock.install()
  await playground.visit({ script: { wallets: { "*": { connect: "hang" } } } })
  await playground.openModal()
  await playground.wallet(halyard).click()
  await expect(heading(playground, "Approve in Halyard")).toBeVisible()
  await playground.asking("Halyard").waitFor()
  const hint = playground.dialog.getByText("No window? Look for the Halyard icon")
  await page.clock.runFor(9_000)
  await expect(hint).toHaveCount(0)
  await page.clock.runFor(1_500)
  await expect(hint).toBeVisible()
  await playground.asking("Halyard").getByRole("button", { name: "Approve" }).click()
  await expect(playground.dialog).toHaveCount(0)
  expect(await account(page)).toMatchObject({ status: "connected" })
})

test("a slow wallet is waited for", async ({ playground, page }) => {
  await page.clock.install()
  await playground.visit({ script: { wallets: { "*": { connect: "slow" } } } })
  await playground.openModal()
  await playground.wallet(halyard).click()
  await expect(heading(playground, "Approve in Halyard")).toBeVisible()
  // The view may be there a moment before the wallet has been asked.
  await expect(async () => {
    await page.clock.runFor(7_000)
    await expect(playground.dialog).toHaveCount(0, { timeout: 500 })
  }).toPass()
  expect(await account(page)).toMatchObject({ status: "connected" })
})

test("an approval that comes after the visitor left is offered, not taken", async ({ playground, page }) => {
  await playground.visit({ script: { wallets: { "*": { connect: "hang" } } } })
  await playground.openModal()
  await playground.wallet(halyard).click()
  await playground.asking("Halyard").waitFor()
  await page.keyboard.press("Escape")
  await expect(playground.dialog).toHaveCount(0)
  await page.keyboard.press("y")
  await expect(playground.asking("Halyard")).toHaveCount(0)
  expect((await account(page))?.address).toBeUndefined()

  await playground.openModal()
  await playground.dialog.getByRole("button", { name: "Continue with Halyard" }).click()
  await expect(playground.dialog).toHaveCount(0)
  expect(await account(page)).toMatchObject({ status: "connected", address: marguerite })
})

test("a wallet with a prompt open already is waited for", async ({ playground, page }) => {
  await playground.visit({ script: { wallets: { "*": { connect: "pending" } } } })
  await playground.openModal()
  await playground.wallet(halyard).click()
  await playground.asking("Halyard").waitFor()
  await expect(heading(playground, "Approve in Halyard")).toBeVisible()
  await page.keyboard.press("y")
  await expect(playground.dialog).toHaveCount(0)
  await expect.poll(async () => (await account(page))?.status).toBe("connected")
})

test("a locked wallet gives no account: the view says that it failed and offers another", async ({ playground }) => {
  await playground.visit()
  await playground.openModal()
  await playground.wallet(tessera).click()
  await expect(heading(playground, "Tessera did not connect")).toBeVisible()
  await expect(playground.dialog.getByRole("button", { name: "Try again" })).toBeVisible()
  await expect(playground.dialog.getByRole("button", { name: "Choose another wallet" })).toBeVisible()
})

test("a wallet that is locked after it connected sleeps, and wakes", async ({ playground, page }) => {
  await playground.visit()
  await playground.openModal()
  await playground.wallet(halyard).click()
  await expect(playground.dialog).toHaveCount(0)
  await page.keyboard.press("l")
  await playground.openModal("Account")
  await expect(heading(playground, "Reconnect to Halyard")).toBeVisible()
  await page.keyboard.press("l")
  await expect(playground.view("Account").getByText("0x7a...9c41D2")).toBeVisible()
})

test("a wallet that is not installed is not listed as installed, and leads to its code", async ({
  playground,
  page,
}) => {
  await playground.visit({ script: { wallets: { "*": "absent" } } })
  const view = await playground.openModal()
  await expect(view.getByText("Installed")).toHaveCount(0)
  const row = view.locator("button[data-wallet]").filter({ hasText: "Halyard" })
  await row.click()
  await expect(page.getByRole("img", { name: "Connection code for Halyard" })).toBeVisible()
  await playground.dialog.getByRole("tab", { name: "Browser" }).click()
  await expect(heading(playground, "Not Detected")).toBeVisible()
})
