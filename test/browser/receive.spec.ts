import { expect, halyard, marguerite, onDemand, type Playground, test } from "./playground.ts"
import { codeOf, drawn } from "./qr.ts"

/** The account's transfer actions in order. */
const actions = ({ view }: Playground) =>
  view("Account").locator('[data-action="receive"], [data-action="send"], [data-action="onramp"]')

onDemand(
  "The modal can also offer receive, loaded on demand: the address as a QR code, in full and to copy, and the networks it works on",
  async ({ playground, page, context, log }) => {
    const { dialog, fetched, press, view } = playground
    await context.grantPermissions(["clipboard-read", "clipboard-write"])
    await playground.visit({ open: "Account" })
    await expect(actions(playground)).toHaveText(["Buy", "Receive", "Send"])
    expect(fetched("views/receive/index")).toBe(0)

    await press("Receive")
    await expect(dialog).toHaveAccessibleName("Receive")
    await expect(view("WalletReceive").getByText("marguerite.eth")).toBeVisible()
    await expect(view("WalletReceive").getByText(marguerite).first()).toBeAttached()
    await expect(view("WalletReceive")).toContainText("This is a test account. Don't send real funds to it")
    const code = dialog.getByRole("img", { name: "QR code for your address" })
    await expect.poll(() => drawn(code)).toEqual(codeOf(marguerite, "Q"))
    expect(fetched("views/receive/index")).toBeGreaterThan(0)
    await press("Copy address")
    await expect.poll(log.snacks).toEqual(["success: Address copied"])
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(marguerite)
    await press("Works on 3 networks")
    await expect(dialog).toHaveAccessibleName("Compatible Networks")
    await expect(view("WalletCompatibleNetworks").getByRole("listitem")).toHaveText([
      "BaseCurrent",
      "Ethereum",
      "Polygon",
    ])

    // The site can turn it off at any time.
    await press("Back")
    await page.evaluate(() => window.portico.updateFeatures({ receive: false }))
    await expect(playground.heading("No address to show")).toBeVisible()
    await press("Go to account")
    await expect(actions(playground)).toHaveText(["Buy", "Send"])
  },
)

test("Wallet action order: onramp, receive, send, or the site's own; an empty view has one next step, and FundWallet lists the available ways", async ({
  playground,
  page,
}) => {
  const { dialog, heading, press, tab, view } = playground
  const ways = view("FundWallet").locator("[data-action]")
  const walletFeaturesOrder = ["send", "receive", "swaps", "onramp"]
  await playground.visit({
    open: "Account",
    options: { networks: ["eip155:43114", "eip155:8453"], features: { walletFeaturesOrder } },
    script: { wallets: { [halyard]: { chain: 43114 } } },
  })
  await expect(actions(playground)).toHaveText(["Send", "Receive", "Buy"])
  await tab("Activity").click()
  await expect(heading("No Transactions yet")).toBeVisible()
  await press("Fund Wallet")
  await expect(ways).toHaveText([/^Buy crypto/, /^Receive funds/, /^Deposit/])
  await page.evaluate(() => window.portico.updateFeatures({ receive: false }))
  await expect(ways).toHaveText([/^Buy crypto/, /^Deposit/])
  await ways.first().click()
  await expect(dialog).toHaveAccessibleName("Choose Provider")
})
