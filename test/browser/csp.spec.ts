import { expect, type Locator, type Page } from "@playwright/test"
import { mailedCode } from "../../layers/demo/login.ts"
import type { Script } from "../../layers/demo/script.ts"
import { halyard, marguerite } from "./playground.ts"
import { test as onSites } from "./sites.ts"

// Every flow on a page that allows nothing but what `policyFor` says; the browser tells of each thing that went against it.

interface Strict {
  readonly dialog: Locator
  view(name: string): Locator
  /** Goes to the page anew. */
  visit(script?: Script, more?: object): Promise<void>
}

const test = onSites.extend<{ strict: Strict }>({
  alone: true,
  strict: async ({ page, strictSite: site, reports }, use) => {
    const before = reports.posted.length
    const uncaught: string[] = []
    page.on("pageerror", (error) => uncaught.push(String(error)))
    await use({
      dialog: page.getByRole("dialog"),
      view: (name) => page.locator(`portico-modal [data-view="${name}"]`),
      visit: async (script = {}, more = {}) => {
        const behaviour = JSON.stringify({ latency: 0, ...script, wallets: { "*": { delay: 0 }, ...script.wallets } })
        await page.goto(`${site.url}/?${new URLSearchParams({ script: behaviour, options: JSON.stringify(more) })}`)
        await page.waitForFunction(() => "portico" in window)
      },
    })
    expect(await page.evaluate(() => window.violations), "violations that the page heard of").toEqual([])
    expect(uncaught).toEqual([])

    // One on purpose, so that what came before it has come too.
    await page.evaluate(() => {
      new Image().src = "http://127.0.0.1:1/forbidden"
    })
    await expect.poll(() => reports.posted.slice(before).join()).toContain("/forbidden")
    expect(reports.posted.slice(before), "reports that were posted").toHaveLength(1)
    expect(await page.evaluate(() => window.violations.length)).toBe(1)
  },
})

const connect = async (page: Page) => {
  await page.evaluate((wallet) => window.portico.connect({ wallet }).then(() => undefined), halyard)
}

test("a visitor connects a wallet and signs in, switches networks, receives and sends", async ({ page, strict }) => {
  const { dialog, view } = strict
  await strict.visit()
  await page.getByRole("button", { name: "Connect Wallet" }).click()
  await view("Connect").locator(`[data-wallet="${halyard}"]`).click()
  await view("SIWXSignMessage").getByRole("button", { name: "Sign", exact: true }).click()
  await expect(dialog).toHaveCount(0)

  await page.evaluate(() => window.portico.open({ view: "Networks" }))
  await view("Networks").locator('[data-network="eip155:1"]').click()
  await view("SIWXSignMessage").getByRole("button", { name: "Sign", exact: true }).click()
  await expect.poll(() => page.evaluate(() => window.portico.getState().selectedNetworkId)).toBe("eip155:1")
  await expect(dialog).toHaveCount(0)

  await page.evaluate(() => window.portico.open())
  await view("Account").locator('[data-action="receive"]').click()
  await expect(dialog.getByRole("img", { name: "Code of your address" }).locator("path").first()).toHaveAttribute(
    "d",
    /^M/,
  )
  await dialog.getByRole("button", { name: "Back" }).click()
  await view("Account").locator('[data-action="send"]').click()
  const form = view("WalletSend")
  await form.getByRole("textbox", { name: /^Amount/ }).fill("0.01")
  await form.getByLabel("Address or name").fill(marguerite)
  await form.getByRole("button", { name: "Preview Send" }).click()
  await view("WalletSendPreview")
    .getByRole("button", { name: /^Send 0\.01/ })
    .click()
  await expect(page.locator("[data-snack=success]")).toContainText("Transaction started")
})

test("a visitor logs in by an e-mailed code, and connects with a scanned one", async ({ page, strict }) => {
  const { dialog, view } = strict
  const project = { features: [{ id: "social_login", isEnabled: true, config: ["email"] }] }
  await strict.visit({ relay: { connect: "approve", delay: 0 }, project }, { siwx: null })
  await page.getByRole("button", { name: "Connect Wallet" }).click()
  await dialog.getByRole("textbox", { name: "Email address" }).fill("linden@fernhill.example")
  await page.keyboard.press("Enter")
  await view("EmailVerifyOtp").getByRole("textbox", { name: "6-digit code" }).fill(mailedCode)
  const connector = () => page.evaluate(() => window.portico.state.connection.peek()?.connectorId)
  await expect.poll(connector).toBe("ID_AUTH")
  await page.evaluate(() => window.portico.disconnect())
  await page.evaluate(() => window.portico.open({ view: "Connect" }))
  await view("Connect").locator('[data-wallet="walletConnect"]').click()
  await expect.poll(connector).toBe("walletConnect")
})

test("a visitor swaps, buys, takes a name and looks at what was done", async ({ page, strict }) => {
  const { dialog, view } = strict
  await strict.visit({ wallets: { [halyard]: { chain: 1 } } }, { siwx: null })
  await connect(page)
  await page.evaluate(() =>
    window.portico.open({ view: "Swap", arguments: { fromToken: "USDC", toToken: "HRB", amount: "40" } }),
  )
  await dialog.getByRole("button", { name: "Review swap" }).click()
  await dialog.getByRole("button", { name: "Approve" }).click()
  await expect(page.locator("[data-snack=loading]")).toHaveText("Approve limit increase in your wallet")
  await dialog.getByRole("button", { name: "Swap", exact: true }).click({ timeout: 15_000 })
  await expect(page.locator("[data-snack=success]")).toContainText("Swapped 40 USDC to", { timeout: 15_000 })

  await page.evaluate(() => window.portico.open({ view: "OnRampProviders" }))
  const opened = page.waitForEvent("popup")
  await dialog.getByRole("button", { name: "Meld" }).click()
  await (await opened).close()
  await expect(view("BuyInProgress")).toBeVisible()
  await page.evaluate(() => window.portico.close())

  await page.evaluate((wallet) => window.demoWorld?.wallets.get(wallet)?.select(1), halyard)
  await page.evaluate(() => window.portico.open())
  await dialog.getByRole("button", { name: "Choose account name" }).click()
  await view("ChooseAccountName").getByRole("button", { name: "Choose name" }).click()
  await view("RegisterAccountName").getByRole("textbox", { name: "Name" }).fill("ansel1")
  await dialog.getByRole("button", { name: "Register ansel1.reown.id" }).click()
  await dialog.getByRole("button", { name: "Let's Go!" }).click()
  await dialog.getByRole("button", { name: "Activity" }).click()
  await expect(view("Transactions").or(view("Account")).locator("[data-transaction]").first()).toBeVisible()
})
