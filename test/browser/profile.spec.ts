import { cinderbox, expect, halyard, type Playground, plover, test } from "./playground.ts"

const tab = ({ dialog }: Playground, name: string) => dialog.getByRole("tab", { name })
const inUse = ({ page }: Playground) =>
  page.evaluate(() => [window.portico.state.namespace.value, window.portico.state.address.value])

test("Multiple wallets are shown only when the multiWallet remote feature is on", async ({ playground }) => {
  const { connection, view } = playground
  await playground.visit({ script: { project: { features: [] } } })
  await playground.connect(cinderbox)
  await playground.connect(halyard)
  await playground.open("ProfileWallets")
  await expect(view("ProfileWallets").getByText("1 connected")).toBeVisible()
  // Both accounts of the active wallet, and none of the other.
  await expect(connection(halyard)).toHaveCount(2)
  await expect(connection(cinderbox)).toHaveCount(0)
  await expect(playground.button(/Add/)).toHaveCount(0)
  await playground.press("Disconnect Halyard")
  await playground.closed()
  const left = () => playground.page.evaluate(() => window.portico.state.accounts.eip155.value.connections.length)
  await expect.poll(left).toBe(0)
})

test("View: ProfileWallets", async ({ playground, page, log }) => {
  const { connection, dialog, holder, press, view, wallet } = playground
  const wallets = view("ProfileWallets")
  const account = view("Account").getByRole("button", { name: /^marguerite\.eth/ })
  const snacks: string[] = []
  const says = (snack: string) => {
    snacks.push(`success: ${snack}`)
    return expect.poll(log.snacks).toEqual(snacks)
  }
  await playground.visit({ open: "Account", script: { wallets: { [cinderbox]: { connect: "reject" } } } })
  await account.click()
  await expect(dialog).toHaveAccessibleName("Wallets")
  await expect(dialog.getByRole("tab")).toHaveCount(0)

  // Adds another wallet after a rejection in it.
  await press("Add EVM Wallet")
  await wallet(cinderbox).click()
  await expect(playground.heading("Declined in Cinderbox")).toBeVisible()
  await holder(cinderbox, "behave", { connect: "approve" })
  await press("Choose another wallet")
  await wallet(cinderbox).click()
  await says("New Wallet Added")
  await expect(connection(cinderbox)).toHaveAttribute("aria-current", "true")
  await expect(connection(cinderbox)).toContainText("ansel.eth")

  // Every account can be activated with one click, or by keyboard.
  const second = connection(halyard).filter({ hasText: "0xf5...EcCbA0" })
  await second.focus()
  await page.keyboard.press("Enter")
  await says("Wallet switched")
  await expect.poll(() => inUse(playground)).toEqual(["eip155", "0xf5DA480810628F1D16c01DC30CE7A0C9bEEcCbA0"])
  await expect(second).toHaveAttribute("aria-current", "true")
  await expect(second).toBeFocused()
  // The active wallet comes first.
  const first = wallets.locator("[data-connection]").first()
  await expect(first).toHaveAttribute("data-connection", halyard)
  await connection(halyard).filter({ hasText: "marguerite.eth" }).click()
  await says("Account switched")
  await expect(second).not.toHaveAttribute("aria-current")
  await connection(halyard).filter({ hasText: "Active" }).click()
  await expect(view("Account").getByText("marguerite.eth")).toBeVisible()
  await account.click()

  // A disconnected wallet can be reconnected or removed, also after a reload.
  await press("Disconnect Cinderbox")
  await says("Wallet disconnected")
  await expect(wallets.getByText("1 connected")).toBeVisible()
  await page.reload()
  snacks.length = 0
  await page.waitForFunction(() => window.portico?.state.address.value !== undefined)
  await playground.open("ProfileWallets")
  await expect(connection(cinderbox)).toContainText("Cinderbox · now")
  await holder(cinderbox, "behave", { connect: "approve" })
  await connection(cinderbox).click()
  await says("New Wallet Added")
  await expect(wallets.getByText("2 connected")).toBeVisible()
  await press("Disconnect Halyard")
  await press("Forget Halyard")
  await expect.poll(log.snacks).toContain("success: Wallet deleted")
  await expect(connection(halyard)).toHaveCount(0)

  // A locked wallet is shown as such until it is unlocked.
  await holder(cinderbox, "lock")
  await expect(connection(cinderbox)).toContainText("Not responding")
  await holder(cinderbox, "unlock")
  await expect(connection(cinderbox)).toContainText("Active")
  await press("Disconnect Cinderbox")
  await playground.closed()
})

test("each namespace of the site has its wallets, and switching to one activates its namespace", async ({
  playground,
  page,
}) => {
  const { connection, heading, press, view, wallet } = playground
  const current = view("ProfileWallets").locator("[aria-current]")
  await playground.visit({ open: "ProfileWallets" })
  await expect(view("ProfileWallets").getByText("Recently connected")).toBeVisible()
  await tab(playground, "Solana").click()
  await expect(heading("No wallet connected")).toBeVisible()
  await page.keyboard.press("ArrowRight")
  await connection("example.sheepshank").filter({ hasText: "Ordinals" }).click()
  await expect(current).toContainText("bc1p")
  await expect.poll(() => inUse(playground)).toEqual(["bip122", expect.stringMatching(/^bc1p/)])

  await tab(playground, "EVM").click()
  await press("Disconnect All")
  await expect(heading("No wallet connected")).toBeVisible()
  expect((await inUse(playground))[0]).toBe("bip122")

  // Connections are kept while offline.
  await page.evaluate(() => dispatchEvent(new Event("offline")))
  await tab(playground, "Bitcoin").click()
  await expect(current).toContainText("bc1p")
  await tab(playground, "Solana").click()
  await press("Add Solana Wallet")
  await wallet(plover).click()
  await expect.poll(async () => (await inUse(playground))[0]).toBe("solana")
})
