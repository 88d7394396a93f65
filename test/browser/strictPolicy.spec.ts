import { expect, type Locator } from "@playwright/test"
import { mailedCode } from "../../layers/demo/frame/login.ts"
import type { Script } from "../../layers/demo/script.ts"
import { popupOf } from "../real/parts/popup.ts"
import { type Log, logOf } from "./log.ts"
import { ethereum, halyard, marguerite } from "./playground.ts"
import { test as onSites } from "./sites.ts"

// Every flow on a page that only allows what `policyFor` returns. The browser reports each violation.

interface Strict {
  readonly dialog: Locator
  readonly log: Log
  view(name: string): Locator
  /** Loads the page. */
  visit(script?: Script, more?: object): Promise<void>
  open(view: string, given?: object): Promise<void>
  press(name: string | RegExp): Promise<void>
}

const test = onSites.extend<{ strict: Strict }>({
  strict: async ({ page, strictSite: site, reports }, use) => {
    const before = reports.posted.length
    const uncaught: string[] = []
    page.on("pageerror", (error) => uncaught.push(String(error)))
    const dialog = page.getByRole("dialog")
    await use({
      dialog,
      log: await logOf(page),
      open: (view, given) =>
        page.evaluate(([view, given]) => window.portico.open({ view, ...(given && { arguments: given }) } as object), [
          view,
          given,
        ] as const),
      press: (name) => dialog.getByRole("button", { name }).click(),
      view: (name) => page.locator(`portico-modal [data-view="${name}"]`),
      visit: async (script = {}, more = {}) => {
        const behaviour = JSON.stringify({ latency: 0, ...script, wallets: { "*": { delay: 0 }, ...script.wallets } })
        await page.goto(`${site.url}/?${new URLSearchParams({ script: behaviour, options: JSON.stringify(more) })}`)
        await page.waitForFunction(() => "portico" in window)
      },
    })
    expect(await page.evaluate(() => window.violations), "violations that the page received").toEqual([])
    expect(uncaught).toEqual([])

    // One deliberate violation, so all earlier reports have arrived.
    await page.evaluate(() => {
      new Image().src = "http://127.0.0.1:1/forbidden"
    })
    await expect.poll(() => reports.posted.slice(before).join()).toContain("/forbidden")
    expect(reports.posted.slice(before), "reports that were posted").toHaveLength(1)
    await expect.poll(() => page.evaluate(() => window.violations.length)).toBe(1)
  },
})

test("a visitor connects a wallet and signs in, switches networks, receives and sends", async ({ page, strict }) => {
  const { dialog, log, press, view } = strict
  await strict.visit()
  await page.getByRole("button", { name: "Connect Wallet" }).click()
  await view("Connect").locator(`[data-wallet="${halyard}"]`).click()
  await press(/^Sign$/)
  await expect(dialog).toHaveCount(0)

  await strict.open("Networks")
  await view("Networks").locator(`[data-network="${ethereum}"]`).click()
  await press(/^Sign$/)
  await expect.poll(() => page.evaluate(() => window.portico.getState().selectedNetworkId)).toBe(ethereum)
  await expect(dialog).toHaveCount(0)

  await strict.open("Account")
  await view("Account").locator('[data-action="receive"]').click()
  const code = dialog.getByRole("img", { name: "QR code for your address" }).locator("path").first()
  await expect(code).toHaveAttribute("d", /^M/)
  await press("Back")
  await view("Account").locator('[data-action="send"]').click()
  await dialog.getByRole("textbox", { name: /^Amount/ }).fill("0.01")
  await dialog.getByLabel("Address or name").fill(marguerite)
  await press("Preview Send")
  await press(/^Send 0\.01/)
  await expect.poll(log.snacks).toContain("success: Transaction started")
})

test("a visitor swaps, buys, registers a name and views the activity, logs in with an emailed code, and connects by scanning a QR code", async ({
  page,
  strict,
}) => {
  const { dialog, log, open, press, view } = strict
  await page.clock.install()
  const wallets = { [halyard]: { chain: 1 } }
  const features = [
    { id: "social_login", isEnabled: true, config: ["email"] },
    { id: "swap", isEnabled: true, config: ["1inch"] },
    { id: "onramp", isEnabled: true, config: ["meld"] },
    { id: "activity", isEnabled: true, config: null },
  ]
  await strict.visit({ wallets, relay: { connect: "approve", delay: 0 }, project: { features } }, { siwx: null })
  /** Advances the time until the condition holds. */
  const passUntil = (holds: () => Promise<boolean>) =>
    expect.poll(() => page.clock.runFor(1_000).then(holds), { intervals: [0] }).toBe(true)
  await page.evaluate((wallet) => window.portico.connect({ wallet }).then(() => undefined), halyard)
  await open("Swap", { fromToken: "USDC", toToken: "HRB", amount: "40" })
  await press("Review swap")
  await press("Approve")
  const swap = dialog.getByRole("button", { name: "Swap", exact: true })
  await passUntil(() => swap.isVisible())
  await swap.click()
  await passUntil(async () => (await log.snacks()).some((snack) => snack.startsWith("success: Swapped 40 USDC for")))

  await open("OnRampProviders")
  await (await popupOf(page, () => press("Meld"))).close()
  await expect(view("BuyInProgress")).toBeVisible()
  await page.evaluate(() => window.portico.close())

  await page.evaluate((wallet) => window.demoWorld?.wallets.get(wallet)?.select(1), halyard)
  await open("Account")
  await press("Choose account name")
  await press("Choose name")
  await view("RegisterAccountName").getByRole("textbox", { name: "Name" }).fill("ansel1")
  await press("Register ansel1.reown.id")
  await press("Let's Go!")
  await dialog.getByRole("tab", { name: "Activity" }).click()
  await expect(dialog.locator("[data-view] [data-transaction]").first()).toBeVisible()

  await page.evaluate(() => window.portico.disconnect())
  await expect(dialog).toHaveCount(0)
  await page.getByRole("button", { name: "Connect Wallet" }).click()
  await dialog.getByRole("textbox", { name: "Email address" }).fill("linden@fernhill.example")
  await page.keyboard.press("Enter")
  await view("EmailVerifyOtp").getByRole("textbox", { name: "6-digit code" }).fill(mailedCode)
  const connector = () => page.evaluate(() => window.portico.state.connection.peek()?.connectorId)
  await expect.poll(connector).toBe("ID_AUTH")
  // The login closes the modal after it has connected, even one that was opened again in the meantime.
  await expect(dialog).toHaveCount(0)
  await page.evaluate(() => window.portico.disconnect())
  await strict.open("Connect")
  await view("Connect").locator('[data-wallet="walletConnect"]').click()
  await expect.poll(connector).toBe("walletConnect")
})
