import { connected, expect, halyard, type Playground, test } from "./playground.ts"

const cinderbox = "example.cinderbox"
const solana = "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp"

const wallets = ({ view }: Playground) => view("ProfileWallets")
const row = (playground: Playground, id: string) => wallets(playground).locator(`[data-connection="${id}"]`)
const press = ({ dialog }: Playground, name: string) => dialog.getByRole("button", { name, exact: true }).click()
const address = ({ page }: Playground) => page.evaluate(() => window.portico.state.address.value)

test("Multiple wallets are shown only when the multiWallet remote feature is on", async ({ playground, page }) => {
  const both = async () => {
    for (const wallet of [cinderbox, halyard])
      await page.evaluate((id) => window.portico.connect({ wallet: id }).then(() => undefined), wallet)
    await page.evaluate(() => window.portico.open({ view: "ProfileWallets" }))
    await wallets(playground).waitFor()
  }
  await playground.visit()
  await both()
  await expect(wallets(playground).getByText("2 connected")).toBeVisible()
  await expect(row(playground, cinderbox)).toBeVisible()

  await playground.visit({ script: { project: { features: [] } } })
  await both()
  await expect(wallets(playground).getByText("1 connected")).toBeVisible()
  // Both accounts of the wallet in use, and nothing of the other.
  await expect(row(playground, halyard)).toHaveCount(2)
  await expect(row(playground, cinderbox)).toHaveCount(0)
  await expect(playground.dialog.getByRole("button", { name: /Add/ })).toHaveCount(0)
  await press(playground, "Disconnect Halyard")
  await expect(playground.dialog).toHaveCount(0)
  expect(await page.evaluate(() => window.portico.state.accounts.eip155.value.connections.length)).toBe(0)
})

test("View: ProfileWallets", async ({ playground, page }) => {
  const snack = page.locator("portico-modal [data-snack]").filter({ visible: true })
  const { dialog, view } = playground
  await playground.visit({ script: { wallets: { [cinderbox]: { connect: "reject" } } } })
  await connected(page)
  await playground.openModal("Account")
  await view("Account")
    .getByRole("button", { name: /^marguerite\.eth/ })
    .click()
  await expect(dialog).toHaveAccessibleName("Wallets")
  await expect(dialog.getByRole("tab")).toHaveCount(0)

  // Another wallet, after one no.
  await press(playground, "Add EVM Wallet")
  await view("ConnectWallets").locator(`[data-wallet="${cinderbox}"]`).click()
  await expect(dialog.getByRole("heading", { name: "You declined in Cinderbox" })).toBeVisible()
  await page.evaluate((id) => window.demoWorld?.wallets.get(id)?.behave({ connect: "approve" }), cinderbox)
  await press(playground, "Choose another wallet")
  await view("ConnectWallets").locator(`[data-wallet="${cinderbox}"]`).click()
  await expect(snack).toHaveText("New Wallet Added")
  await expect(row(playground, cinderbox)).toHaveAttribute("aria-current", "true")
  await expect(row(playground, cinderbox)).toContainText("ansel.eth")

  // Every account is a press away, by keyboard too.
  const second = row(playground, halyard).filter({ hasText: "0x2D...D7A80B" })
  await second.focus()
  await page.keyboard.press("Enter")
  await expect(snack).toHaveText("Wallet switched")
  expect(await address(playground)).toBe("0x2D94c8a17bE06F53d1A9427C80E5B36f91D7A80B")
  await expect(second).toHaveAttribute("aria-current", "true")
  await expect(second).toBeFocused()
  await row(playground, halyard).filter({ hasText: "marguerite.eth" }).click()
  await expect(snack).toHaveText("Account switched")
  await row(playground, halyard).filter({ hasText: "Active" }).click()
  await expect(view("Account").getByText("marguerite.eth")).toBeVisible()
  await view("Account")
    .getByRole("button", { name: /^marguerite\.eth/ })
    .click()

  // What is signed out of is over, and a press away from being connected again, or forgotten; also after a reload.
  await press(playground, "Disconnect Cinderbox")
  await expect(snack).toHaveText("Wallet disconnected")
  await expect(wallets(playground).getByText("1 connected")).toBeVisible()
  await page.reload()
  await page.waitForFunction(() => window.portico?.state.address.value !== undefined)
  await page.evaluate(() => window.portico.open({ view: "ProfileWallets" }))
  await expect(row(playground, cinderbox)).toContainText("Cinderbox · now")
  await page.evaluate((id) => window.demoWorld?.wallets.get(id)?.behave({ connect: "approve" }), cinderbox)
  await row(playground, cinderbox).click()
  await expect(snack).toHaveText("New Wallet Added")
  await expect(wallets(playground).getByText("2 connected")).toBeVisible()
  await press(playground, "Disconnect Halyard")
  await press(playground, "Forget Halyard")
  await expect(snack).toHaveText("Wallet deleted")
  await expect(row(playground, halyard)).toHaveCount(0)

  // A wallet that locks says so, and wakes.
  await page.evaluate((id) => window.demoWorld?.wallets.get(id)?.lock(), cinderbox)
  await expect(row(playground, cinderbox)).toContainText("Does not answer")
  await page.evaluate((id) => window.demoWorld?.wallets.get(id)?.unlock(), cinderbox)
  await expect(row(playground, cinderbox)).toContainText("Active")
  await press(playground, "Disconnect Cinderbox")
  await expect(dialog).toHaveCount(0)
})

test("each chain of the site has its wallets, and switching to one uses its chain", async ({ playground, page }) => {
  await playground.visit({ open: "ProfileWallets" })
  await expect(wallets(playground).getByText("Recently connected")).toBeVisible()
  await playground.dialog.getByRole("tab", { name: "Solana" }).click()
  await expect(playground.dialog.getByRole("heading", { name: "No wallet connected" })).toBeVisible()
  await page.keyboard.press("ArrowRight")
  const ordinals = row(playground, "example.sheepshank").filter({ hasText: "Ordinals" })
  await ordinals.click()
  const inUse = wallets(playground).locator("[aria-current]")
  await expect(inUse).toContainText("bc1p")
  expect(await page.evaluate(() => window.portico.state.namespace.value)).toBe("bip122")
  expect(await address(playground)).toMatch(/^bc1p/)

  await playground.dialog.getByRole("tab", { name: "EVM" }).click()
  await press(playground, "Disconnect All")
  await expect(playground.dialog.getByRole("heading", { name: "No wallet connected" })).toBeVisible()
  expect(await page.evaluate(() => window.portico.state.namespace.value)).toBe("bip122")

  // A line that is gone takes nothing away from what is connected.
  await page.evaluate(() => dispatchEvent(new Event("offline")))
  await playground.dialog.getByRole("tab", { name: "Bitcoin" }).click()
  await expect(inUse).toContainText("bc1p")
  await playground.visit({ options: { networks: [solana] } })
  await page.evaluate(() => window.portico.open({ view: "ProfileWallets" }))
  await press(playground, "Add Solana Wallet")
  await playground.view("ConnectWallets").locator('[data-wallet="example.plover"]').click()
  await expect(playground.dialog).toHaveCount(0)
  expect(await page.evaluate(() => window.portico.state.namespace.value)).toBe("solana")
})
