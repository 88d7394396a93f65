import { alone, expect, type Playground, test } from "./playground.ts"

const code = ({ page }: Playground, of = "WalletConnect") =>
  page.getByRole("img", { name: `Connection code for ${of}` })
const heading = ({ dialog }: Playground, name: string) => dialog.getByRole("heading", { level: 2, name })
/** What is said at once, as more than a line: the snack's region has no heading. */
/** What is told of an attempt: the visitor's own no in its turn, an error at once. */
const told = ({ dialog, page }: Playground, role: "status" | "alert") =>
  dialog.getByRole(role).filter({ has: page.getByRole("heading") })

test("a code is shown as one picture with a name, a link to copy and the time it has left", async ({
  playground,
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"])
  await page.clock.install()
  await playground.visit({ open: "ConnectingWalletConnect" })
  await expect(code(playground)).toBeVisible()
  await expect(playground.dialog.getByText(/^Code expires in (4:00|3:5\d)$/)).toBeVisible()
  await playground.dialog.getByRole("button", { name: "Copy link" }).click()
  await expect(playground.dialog.getByRole("button", { name: "Link copied" })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^wc:[0-9a-f]+@2\?/)
  await page.clock.runFor(2_500)
  await expect(playground.dialog.getByRole("button", { name: "Copy link" })).toBeVisible()
})

test("a code that is about to expire is replaced by a fresh one", async ({ playground, page }) => {
  await page.clock.install()
  await playground.visit({ open: "ConnectingWalletConnect" })
  const drawn = () => code(playground).locator("path").first().getAttribute("d")
  await expect(code(playground)).toBeVisible()
  const first = await drawn()
  await page.clock.runFor(225_000)
  expect(await drawn()).toBe(first)
  await page.clock.runFor(6_000)
  await expect.poll(drawn).not.toBe(first)
  await expect(playground.dialog.getByText(/^Code expires in (4:00|3:5\d)$/)).toBeVisible()
})

test("a wallet on the phone scans the code, and the visitor is connected", async ({ playground, page }) => {
  await playground.visit({ script: { relay: { connect: "approve", delay: 0 } } })
  await playground.openModal()
  await playground.wallet("walletConnect").click()
  await expect(playground.dialog).toHaveCount(0)
  const state = await page.evaluate(() => window.portico.getState())
  expect(state.chains.eip155?.accountState).toMatchObject({ status: "connected" })
  await playground.openModal("Account")
  await expect(playground.view("Account").getByText("ottoline.eth")).toBeVisible()
})

test("Error: 'Connection rejected': the code's view says who declined, and trying again gives a fresh code", async ({
  playground,
  page,
}) => {
  await playground.visit({ script: { relay: "wait" }, open: "AllWallets" })
  const uri = () => page.evaluate(() => window.portico.getState().wcUri)
  for (const [opens, of, said] of [
    [playground.view("AllWallets").getByRole("button", { name: "Fathom" }), "Fathom", "You declined in Fathom"],
    [playground.wallet("walletConnect"), "WalletConnect", "You declined in your wallet"],
  ] as const) {
    await opens.click()
    await expect(code(playground, of)).toBeVisible()
    const old = await uri()
    await page.keyboard.press("n")
    await expect(heading(playground, said)).toBeVisible()
    await expect(told(playground, "status")).toContainText(
      "Connection rejected. Nothing was shared and nothing has changed.",
    )
    await expect(playground.dialog).not.toContainText("service")

    await playground.dialog.getByRole("button", { name: "Try again" }).click()
    await expect(code(playground, of)).toBeVisible()
    await expect.poll(uri).toMatch(/^wc:/)
    expect(await uri()).not.toBe(old)
    await page.keyboard.press("n")
    await page.evaluate(() => window.portico.close())
    await playground.openModal()
  }
})

test("basic mode says who declined too, and keeps the way to all wallets", async ({ playground, page }) => {
  await playground.visit({ options: { basic: true }, script: { relay: "wait" } })
  await playground.openModal("ConnectingWalletConnectBasic")
  await expect(code(playground)).toBeVisible()
  await page.keyboard.press("n")
  await expect(heading(playground, "You declined in your wallet")).toBeVisible()
  await expect(playground.wallet("all")).toBeVisible()
  await playground.dialog.getByRole("button", { name: "Try again" }).click()
  await expect(code(playground)).toBeVisible()
})

test("a wallet that serves none of the networks says so itself, and no service is blamed", async ({ playground }) => {
  await playground.visit({ script: { relay: { connect: "approve", chains: [10] } } })
  await playground.openModal()
  await playground.wallet("walletConnect").click()
  await expect(heading(playground, "Your wallet did not connect")).toBeVisible()
  await expect(told(playground, "alert")).toContainText("The connector does not support any of the requested chains.")
})

test("without a relay there is no code, and the view says what to do", async ({ playground }) => {
  await playground.visit({ open: "ConnectingWalletConnect", script: { faults: { relay: { offline: true } } } })
  await expect(heading(playground, "No code right now")).toBeVisible()
  await expect(playground.dialog.getByRole("button", { name: "Try again" })).toBeVisible()
})

test("while the code is on its way the plate is there, and nothing can be copied", async ({ playground, page }) => {
  await playground.visit({ open: "ConnectingWalletConnect", script: { faults: { relay: { delay: 60_000 } } } })
  await expect(page.getByRole("img", { name: "Preparing a code" })).toHaveAttribute("aria-busy", "true")
  await expect(playground.dialog.getByRole("button", { name: "Copy link" })).toHaveAttribute("aria-disabled", "true")
})

test("basic mode shows a code and the way to all wallets", async ({ playground }) => {
  await playground.visit({ options: { basic: true } })
  await playground.openModal("ConnectingWalletConnectBasic")
  await expect(code(playground)).toBeVisible()
  await playground.wallet("all").click()
  await expect(playground.view("AllWallets")).toBeVisible()
})

test("a wallet of the directory offers its platforms, and what to do without it", async ({ playground, page }) => {
  await playground.visit({ open: "AllWallets" })
  await playground.view("AllWallets").getByRole("button", { name: "Quillon" }).click()
  await expect(code(playground, "Quillon")).toBeVisible()
  await expect(playground.dialog).toHaveAccessibleName("Quillon")
  const tabs = playground.dialog.getByRole("tab")
  await expect(tabs.first()).toHaveAttribute("aria-selected", "true")
  const count = await tabs.count()
  expect(count).toBeGreaterThan(1)
  await tabs.first().focus()
  await page.keyboard.press("End")
  await expect(tabs.nth(count - 1)).toHaveAttribute("aria-selected", "true")
  await expect(tabs.nth(count - 1)).toBeFocused()
})

test.describe("on a phone", () => {
  alone.use({
    userAgent:
      "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
    viewport: { width: 390, height: 800 },
    hasTouch: true,
  })

  alone("a wallet opens by its link, and again on request", async ({ playground, page }) => {
    await page.addInitScript(() => {
      const opened: string[] = []
      Object.assign(window, { opened })
      window.open = (url) => {
        opened.push(String(url))
        return null
      }
    })
    await playground.visit({ open: "AllWallets" })
    await playground.view("AllWallets").getByRole("button", { name: "Quillon" }).click()
    await expect(heading(playground, "Continue in Quillon")).toBeVisible()
    const opened = () => page.evaluate(() => (window as unknown as { opened: string[] }).opened)
    await expect.poll(opened).toEqual([expect.stringMatching(/^quillon:\/\/wc\?uri=wc%3A/)])
    await playground.dialog.getByRole("button", { name: "Open Quillon" }).click()
    await expect.poll(async () => (await opened()).length).toBe(2)
  })

  alone("basic mode and manual control show the wallets that a phone can open", async ({ playground }) => {
    await playground.visit({ options: { basic: true } })
    await playground.openModal("AllWallets")
    await expect(playground.view("AllWallets").locator("[data-wallet]").first()).toBeVisible()
    await expect(playground.dialog.getByRole("button", { name: "Scan a code" })).toBeVisible()
  })
})
