import { base, ethereum, expect, freeze, halyard, hanging, marguerite, noWallets, tessera, test } from "./playground.ts"

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: "no-preference" }))

test("a visitor connects, sees balances, switches network, comes back and disconnects", async ({
  playground,
  page,
}) => {
  const { account, button, closed, openModal, press, token, wallet } = playground
  const opener = page.locator('[data-action="account"]')
  await playground.visit()
  await openModal()
  await wallet(halyard).click()
  await closed()
  expect(await account()).toMatchObject({ status: "connected", address: marguerite })

  const view = await openModal("Account")
  await expect(view.getByText("marguerite.eth")).toBeVisible()
  await expect(view.getByText("0x7a...9c41D2")).toBeVisible()
  await expect(token()).toHaveCount(4)
  await expect(token("native")).toHaveText(/Ether.*2\.418 ETH/)
  const explorer = view.getByRole("link", { name: "Block Explorer" })
  await expect(explorer).toHaveAttribute("href", `https://basescan.org/address/${marguerite}`)

  await press("Switch Network: Base")
  await expect(playground.network(base)).toHaveAttribute("aria-current", "true")
  await playground.network(ethereum).click()
  await expect(button("Switch Network: Ethereum")).toBeVisible()
  await expect(token()).toHaveCount(5)

  await page.reload()
  await expect(opener).toContainText("0x7a")
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

test("a wallet that declines is reported calmly, and may be tried again or left", async ({ playground, page }) => {
  await playground.visit({ script: { wallets: { "*": { connect: "reject" } } } })
  await playground.openModal()
  await playground.wallet(halyard).click()
  await expect(playground.heading("You declined in Halyard")).toBeVisible()
  const outcome = playground.dialog.getByRole("status").filter({ has: page.getByRole("heading") })
  await expect(outcome).toContainText("Nothing was shared and nothing has changed")
  await playground.press("Choose another wallet")
  await expect(playground.view("Connect")).toBeVisible()
  expect(await playground.account()).toMatchObject({ status: "disconnected" })
})

test("a wallet that waits gets a hint after 10 s, and an approval is accepted", async ({ playground, page }) => {
  await page.clock.install()
  await playground.visit({ script: hanging })
  await playground.openModal()
  // The code of the next view is there once it has been asked for: a clock that stands still holds it back.
  await playground.wallet(halyard).click()
  await playground.asking().waitFor()
  await playground.press("Back")
  await playground.view("Connect").waitFor()
  await freeze(page)
  await playground.wallet(halyard).dispatchEvent("click")
  await page.clock.runFor(1_000)
  await expect(playground.heading("Approve in Halyard")).toBeVisible()
  const hint = playground.dialog.getByText("No window? Look for the Halyard icon")
  await page.clock.runFor(8_000)
  await expect(hint).toHaveCount(0)
  await page.clock.runFor(1_500)
  await expect(hint).toBeVisible()
  await page.clock.resume()
  await playground.answer("Approve")
  await playground.closed()
  expect(await playground.account()).toMatchObject({ status: "connected" })
})

test("a slow wallet is waited for", async ({ playground }) => {
  await playground.visit({ script: { wallets: { "*": { connect: "slow" } } }, clock: "still" })
  await playground.openModal()
  await playground.wallet(halyard).click()
  await expect(playground.heading("Approve in Halyard")).toBeVisible()
  await playground.passUntil(() => playground.dialog.isHidden())
  expect(await playground.account()).toMatchObject({ status: "connected" })
})

test("an approval that comes after the visitor left is offered, not used", async ({ playground, page }) => {
  await playground.visit({ script: hanging })
  await playground.openModal()
  await playground.wallet(halyard).click()
  await playground.asking().waitFor()
  await page.keyboard.press("Escape")
  await playground.closed()
  await playground.answer("Approve")
  await expect(playground.asking()).toHaveCount(0)

  await playground.openModal()
  await playground.button("Continue with Halyard").waitFor()
  expect((await playground.account()).address).toBeUndefined()
  await playground.press("Continue with Halyard")
  await playground.closed()
  expect(await playground.account()).toMatchObject({ status: "connected", address: marguerite })
})

test("a wallet with a prompt open already is waited for", async ({ playground }) => {
  await playground.visit({ script: { wallets: { "*": { connect: "pending" } } } })
  await playground.openModal()
  await playground.wallet(halyard).click()
  await expect(playground.heading("Approve in Halyard")).toBeVisible()
  await playground.answer("Approve")
  await playground.closed()
  expect(await playground.account()).toMatchObject({ status: "connected" })
})

test("a locked wallet gives no account: the view says that it failed and offers another", async ({ playground }) => {
  await playground.visit()
  await playground.openModal()
  await playground.wallet(tessera).click()
  await expect(playground.heading("Tessera did not connect")).toBeVisible()
  await expect(playground.button("Try again")).toBeVisible()
  await expect(playground.button("Choose another wallet")).toBeVisible()
})

test("a wallet that is locked after it connected sleeps, and wakes", async ({ playground }) => {
  await playground.visit({ open: "Account" })
  await playground.holder(halyard, "lock")
  await expect(playground.heading("Reconnect to Halyard")).toBeVisible()
  await playground.holder(halyard, "unlock")
  await expect(playground.view("Account").getByText("0x7a...9c41D2")).toBeVisible()
})

test("a wallet that is not installed is not labelled as installed, and leads to its code", async ({
  playground,
  page,
}) => {
  await playground.visit({ script: noWallets })
  const view = await playground.openModal()
  await expect(view.getByText("Installed")).toHaveCount(0)
  await view.locator("button[data-wallet]").filter({ hasText: "Halyard" }).click()
  await expect(page.getByRole("img", { name: "Connection code for Halyard" })).toBeVisible()
  await playground.dialog.getByRole("tab", { name: "Browser" }).click()
  await expect(playground.heading("Not Detected")).toBeVisible()
})
