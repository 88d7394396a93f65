import { connected, expect, halyard, marguerite, onDemand, test } from "./playground.ts"

onDemand(
  "The modal can also offer receive, loaded on demand: the address as a code, whole and to be copied, and the networks that it works on",
  async ({ playground, page, context }) => {
    const { dialog, view } = playground
    await context.grantPermissions(["clipboard-read", "clipboard-write"])
    await playground.visit()
    await connected(page)
    await playground.openModal("Account")
    await expect(
      view("Account").locator('[data-action="receive"], [data-action="send"], [data-action="onramp"]'),
    ).toHaveText(["Buy", "Receive", "Send"])
    const fetched = () =>
      page.evaluate(
        () => performance.getEntriesByType("resource").filter(({ name }) => /\/receive-[^/]*\.js/.test(name)).length,
      )
    expect(await fetched()).toBe(0)

    await view("Account").locator('[data-action="receive"]').click()
    await expect(dialog).toHaveAccessibleName("Receive")
    await expect(view("WalletReceive").getByText("marguerite.eth")).toBeVisible()
    await expect(view("WalletReceive").getByText(marguerite).first()).toBeAttached()
    await expect(dialog.getByRole("img", { name: "Code of your address" }).locator("path").first()).toHaveAttribute(
      "d",
      /^M/,
    )
    expect(await fetched()).toBeGreaterThan(0)
    await dialog.getByRole("button", { name: "Copy address" }).click()
    await expect(page.locator('portico-modal [data-snack="success"]')).toHaveText("Address copied")
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(marguerite)
    await dialog.getByRole("button", { name: "Works on 3 networks" }).click()
    await expect(dialog).toHaveAccessibleName("Compatible Networks")
    await expect(view("WalletCompatibleNetworks").getByRole("listitem")).toHaveText([
      "BaseIn use",
      "Ethereum",
      "Polygon",
    ])

    // The site may turn it off at any time.
    await dialog.getByRole("button", { name: "Back" }).click()
    await page.evaluate(() => window.portico.updateFeatures({ receive: false }))
    await expect(
      view("WalletReceive").getByRole("heading", { level: 2, name: "Nothing to receive with" }),
    ).toBeVisible()
    await view("WalletReceive").getByRole("button", { name: "Go to account" }).click()
    await expect(view("Account").locator('[data-action="receive"]')).toHaveCount(0)
  },
)

test("Wallet action order: onramp, receive, send, or the site's own, and FundWallet has the ways that there are", async ({
  playground,
  page,
}) => {
  const { dialog, view } = playground
  await playground.visit({
    options: {
      features: { walletFeaturesOrder: ["send", "receive", "swaps", "onramp"] },
      networks: ["eip155:43114", "eip155:8453"],
    },
    script: { wallets: { [halyard]: { chain: 43114 } } },
  })
  await connected(page)
  await playground.openModal("Account")
  await expect(
    view("Account").locator('[data-action="receive"], [data-action="send"], [data-action="onramp"]'),
  ).toHaveText(["Send", "Receive", "Buy"])
  await view("Account").getByRole("button", { name: "Fund Wallet" }).click()
  await expect(view("FundWallet").locator("[data-action]")).toHaveText([/^Buy crypto/, /^Receive funds/, /^Deposit/])
  await page.evaluate(() => window.portico.updateFeatures({ receive: false }))
  await expect(view("FundWallet").locator("[data-action]")).toHaveText([/^Buy crypto/, /^Deposit/])
  await view("FundWallet").locator('[data-action="onramp"]').click()
  await expect(dialog).toHaveAccessibleName("Choose Provider")
})

test("Where there is nothing yet, or nothing can be had, the view has the one next step", async ({
  playground,
  page,
}) => {
  const { dialog, view } = playground
  const fresh = { networks: ["eip155:43114", "eip155:8453"] }
  const there = { wallets: { [halyard]: { chain: 43114 } } }
  await playground.visit({ open: "Transactions", options: fresh, script: there })
  await expect(dialog.getByRole("heading", { name: "No Transactions yet" })).toBeVisible()
  await dialog.getByRole("button", { name: "Fund Wallet" }).click()
  await expect(view("FundWallet")).toBeVisible()

  // The site has no way on: no button leads nowhere.
  await playground.visit({
    open: "Transactions",
    options: { ...fresh, features: { receive: false } },
    script: { ...there, project: { features: [{ id: "activity", isEnabled: true, config: null }] } },
  })
  await expect(dialog.getByRole("heading", { name: "No Transactions yet" })).toBeVisible()
  await expect(view("Transactions").getByRole("button")).toHaveCount(0)

  await playground.visit({
    open: "FundWallet",
    options: { features: { receive: false } },
    script: { project: { features: [] } },
  })
  await dialog.getByRole("button", { name: "Go to account" }).click()
  await expect(view("Account")).toBeVisible()

  await playground.visit({
    open: "SmartSessionList",
    options: { features: { smartSessions: true } },
    script: { project: { networks: ["eip155:10"] } },
  })
  await expect(dialog.getByRole("heading", { name: "No active sessions" })).toBeVisible()
  await dialog.getByRole("button", { name: "Go to account" }).click()
  await expect(view("Account")).toBeVisible()

  await playground.visit({ script: { wallets: { "example.cinderbox": { able: ["assets"], collectibles: [] } } } })
  await page.evaluate(() => window.portico.connect({ wallet: "example.cinderbox" }).then(() => undefined))
  await playground.openModal("Account")
  await dialog.getByRole("tab", { name: "NFTs" }).click()
  await dialog.getByRole("tabpanel").getByRole("button", { name: "Receive" }).click()
  await expect(view("WalletReceive")).toBeVisible()
})
