import { alone, expect, forever, freeze, type Playground, test } from "./playground.ts"
import { codeOf, drawn } from "./qr.ts"

const code = ({ page }: Pick<Playground, "page">, of = "WalletConnect") =>
  page.getByRole("img", { name: `QR code to connect with ${of}` })
/** Outcome of an attempt: a rejection is announced politely, an error at once. The snack's region has no heading. */
const outcome = ({ dialog, page }: Playground, role: "status" | "alert") =>
  dialog.getByRole(role).filter({ has: page.getByRole("heading") })

test("a QR code has a name, a link to copy and its remaining time, and is renewed in time", async ({
  playground,
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"])
  await page.clock.install()
  const { button, dialog, press } = await playground.visit({ open: "ConnectingWalletConnect" })
  const drawn = () => code(playground).locator("path").first().getAttribute("d")
  const left = dialog.getByText(/^Code expires in \d:\d\d$/)
  await expect(left).toBeVisible()
  const first = await drawn()
  await freeze(page)
  await press("Copy link")
  await expect(button("Link copied")).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^wc:[0-9a-f]+@2\?/)
  await page.clock.runFor(2_500)
  await expect(button("Copy link")).toBeVisible()

  const [minutes = 0, seconds = 0] = ((await left.textContent())?.match(/\d+/g) ?? []).map(Number)
  await page.clock.runFor((minutes * 60 + seconds - 15) * 1_000)
  await expect(left).toHaveText(/ 0:1\d$/)
  expect(await drawn()).toBe(first)
  await page.clock.runFor(6_000)
  await expect(left).toHaveText(/ (4:00|3:5\d)$/)
  await expect.poll(drawn).not.toBe(first)
})

test("The modal can also open with a connection URI: it is the one to scan and copy; a wallet on the phone scans the QR code, and the visitor is connected", async ({
  playground,
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"])
  const script = { relay: { connect: "approve", delay: 0 } } as const
  const { account, button, close, closed, openModal, press, shows, view, wallet } = await playground.visit({ script })
  await page.evaluate(() => window.portico.open({ uri: "wc:00@2?symKey=11" }))
  await expect(view("ConnectingWalletConnectBasic")).toBeVisible()
  await expect(button("Copy link")).toBeEnabled()
  await press("Copy link")
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe("wc:00@2?symKey=11")
  // The link can be copied before the code is drawn.
  await expect.poll(() => drawn(code(playground))).toEqual(codeOf("wc:00@2?symKey=11", "M"))
  await close()
  await closed()

  await openModal()
  await wallet("walletConnect").click()
  await closed()
  expect(await account()).toMatchObject({ status: "connected" })
  await openModal("Account")
  await shows("ottoline.eth")
})

test("a wallet of the directory offers its platforms. Error: 'Connection rejected': the QR code view names the wallet that rejected, and retrying shows a new code", async ({
  playground,
  page,
}) => {
  const { close, dialog, holder, openModal, press, shows, view, wallet } = playground
  await playground.visit({ script: { relay: "wait" }, open: "AllWallets" })
  await press("Quillon")
  await expect(code(playground, "Quillon")).toBeVisible()
  await expect(dialog).toHaveAccessibleName("Quillon")
  const tabs = dialog.getByRole("tab")
  await expect(tabs.first()).toHaveAttribute("aria-selected", "true")
  expect(await tabs.count()).toBeGreaterThan(1)
  await tabs.first().focus()
  await page.keyboard.press("End")
  await expect(tabs.last()).toHaveAttribute("aria-selected", "true")
  await expect(tabs.last()).toBeFocused()
  await press("Back")

  const uri = () => page.evaluate(() => window.portico.getState().wcUri)
  for (const [row, of, title] of [
    [view("AllWallets").getByRole("button", { name: "Fathom" }), "Fathom", "Declined in Fathom"],
    [wallet("walletConnect"), "WalletConnect", "Declined in your wallet"],
  ] as const) {
    await row.click()
    await expect(code(playground, of)).toBeVisible()
    const old = await uri()
    await holder("phone", "reject")
    await shows(title)
    const sentence = "Connection rejected. Nothing was shared."
    await expect(outcome(playground, "status")).toContainText(sentence)
    await expect(dialog).not.toContainText("service")

    await press("Try again")
    await expect(code(playground, of)).toBeVisible()
    await expect.poll(async () => ((await uri()) ?? old) !== old).toBe(true)
    expect(await uri()).toMatch(/^wc:/)
    await close()
    await openModal()
  }
})

test("a pending QR code cannot be copied; without a relay the view says what to do; a wallet that supports none of the networks is reported as the cause, not the relay", async ({
  playground,
  page,
}) => {
  const { button, press, shows, visit } = playground
  await visit({ open: "ConnectingWalletConnect", script: { faults: { relay: forever } } })
  await expect(page.getByRole("img", { name: "Generating QR code" })).toHaveAttribute("aria-busy", "true")
  await expect(button("Copy link")).toHaveAttribute("aria-disabled", "true")

  const script = {
    faults: { relay: { offline: true, times: 1 } },
    relay: { connect: "approve", chains: [10] },
  } as const
  await visit({ open: "ConnectingWalletConnect", script })
  await shows("QR code unavailable")
  await press("Try again")
  await shows("Couldn't connect to your wallet")
  const sentence = "The connector does not support any of the requested chains."
  await expect(outcome(playground, "alert")).toContainText(sentence)
})

test.describe("on a phone", () => {
  alone.use({
    userAgent:
      "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
    viewport: { width: 390, height: 800 },
    hasTouch: true,
  })

  alone(
    "a wallet opens by its link, and again on request; basic mode lists the wallets a phone can open",
    async ({ playground, page }) => {
      await page.addInitScript(() => {
        const opened: string[] = []
        Object.assign(window, { opened })
        window.open = (url) => {
          opened.push(String(url))
          return null
        }
      })
      const { press, shows } = await playground.visit({ open: "AllWallets", clock: "still" })
      await press("Quillon")
      await shows("Continue in Quillon")
      const opened = () => page.evaluate(() => (window as unknown as { opened: string[] }).opened)
      await expect.poll(opened).toEqual([expect.stringMatching(/^quillon:\/\/wc\?uri=wc%3A/)])
      await press("Open Quillon")
      await expect.poll(async () => (await opened()).length).toBe(2)

      const { button, openModal } = await playground.visit({ options: { basic: true } })
      const view = await openModal("AllWallets")
      await expect(view.locator("[data-wallet]").first()).toBeVisible()
      await expect(button("Scan a QR code")).toBeVisible()
    },
  )
})
