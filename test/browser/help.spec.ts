import { expect, halyard, noWallets, test } from "./playground.ts"

test("a visitor without a wallet can go from Connect to the wallet downloads", async ({ playground }) => {
  const { dialog, openModal, press, view } = await playground.visit({ script: noWallets })
  await openModal()
  await press("What is a Wallet?", "Get a Wallet")
  const offered = view("GetWallet").locator("[data-wallet]")
  await expect(offered).toHaveText(["Halyard", "Cinderbox", "Fathom", "Plover", "Explore all"])
  await expect(offered.last()).toHaveAttribute("href", "https://walletconnect.com/explorer?type=wallet")

  await offered.filter({ hasText: "Fathom" }).click()
  await expect(dialog).toHaveAccessibleName("Get Fathom")
  const places = view("Downloads").getByRole("link")
  await expect(places).toHaveText(["Chrome Extension", "iOS App", "Android App", "Website"])
  const links = await places.evaluateAll((all: HTMLAnchorElement[]) => all.map(({ href, target }) => [href, target]))
  const apps = ["chrome", "ios", "android"].map((platform) => `https://apps.example/${platform}/fathom`)
  expect(links).toEqual([...apps, "https://fathom.example/"].map((href) => [href, "_blank"]))
})

test("a site's custom wallet comes first among those to get, also while the directory is down", async ({
  playground,
}) => {
  const customWallets = [{ id: "own", name: "Own Wallet", homepage: "https://own.example/" }]
  const script = { faults: { wallets: { status: 500 } } }
  const { view } = await playground.visit({ open: "GetWallet", options: { customWallets }, script })
  const rows = view("GetWallet").locator("[data-wallet]")
  await expect(rows.first()).toHaveAccessibleName("Own Wallet")
  await expect(rows.first()).toHaveAttribute("href", "https://own.example/")
  await expect(rows.last()).toHaveAccessibleName("Explore all")
  await expect(view("GetWallet").locator("[aria-busy=true]")).toHaveCount(0)
})

test("the footer of Networks opens the help page about networks, and back", async ({ playground }) => {
  const { go, view } = await playground.visit({ open: "Networks" })
  await go("What is a network?", "WhatIsANetwork")
  await expect(view("WhatIsANetwork").getByRole("heading", { level: 2 })).toHaveCount(3)
  await go("Back", "Networks")
})

test("in wide windows help appears beside the wallets without moving them, and follows the connection", async ({
  playground,
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const { dialog, openModal, view, wallet } = await playground.visit({
    script: { wallets: { [halyard]: { connect: "hang" } } },
  })
  const help = dialog.locator("[data-help]")
  // Notes where the card's rows are in every frame from the first on.
  await page.evaluate((id) => {
    const places = new Set<string>()
    const look = () => {
      const row = window.portico.element.shadowRoot?.querySelector(`dialog[open] [data-view] [data-wallet="${id}"]`)
      const box = row?.getBoundingClientRect()
      if (box) places.add(`${Math.round(box.x)} ${Math.round(box.width)}`)
      requestAnimationFrame(look)
    }
    look()
    Object.assign(window, { places })
  }, halyard)
  await openModal()
  await expect(help).toHaveAccessibleName("What is a Wallet?")
  await expect(help.getByText("A home for what you own")).toBeVisible()
  const places = await page.evaluate(async () => {
    for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame)
    return [...(window as unknown as { places: Set<string> }).places]
  })
  expect(places).toEqual(["463 354"])
  const [card, panel] = [await view("Connect").boundingBox(), await help.boundingBox()]
  expect(panel?.x).toBe((card?.x ?? 0) + 370 + 8)

  await wallet(halyard).click()
  await expect(help).toHaveAccessibleName("What happens next")
  await expect(help.getByRole("listitem")).toHaveCount(3)
  await dialog.getByRole("button", { name: "Back" }).click()
  await help.getByRole("button", { name: "Get a Wallet" }).click()
  await view("GetWallet").waitFor()
  await expect(help).toHaveCount(0)
  await dialog.getByRole("button", { name: "Back" }).click()
  await help.waitFor()
  await page.setViewportSize({ width: 900, height: 800 })
  await expect(help).toHaveCount(0)
})

test("in wide windows the next steps follow the platform on which the visitor connects a wallet", async ({
  playground,
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const customWallets = [
    {
      id: "own",
      name: "Own",
      rdns: "example.own",
      mobile_link: "own://",
      webapp_link: "https://own.example",
      desktop_link: "own://",
    },
  ]
  const { dialog, wallet } = await playground.visit({ open: "ConnectWallets", options: { customWallets } })
  await wallet("own").click()
  const steps = dialog.locator("[data-help]").getByRole("listitem")
  const title = dialog.getByRole("tabpanel").getByRole("heading")
  const choose = (name: string) => dialog.getByRole("tab", { name }).click()
  await expect(steps.nth(1)).toHaveText("Point the scanner at this QR code.")
  await choose("Webapp")
  await expect(steps.first()).toHaveText("Your wallet opens in a new tab. If your wallet is locked, unlock it.")
  await expect(title).toHaveText("Own opens in a new tab")
  await choose("Desktop")
  await expect(steps.first()).toHaveText("Your wallet app opens. If your browser asks first, allow it.")
  await expect(title).toHaveText("Continue in Own")
  await expect(dialog.getByRole("tabpanel")).toContainText("Approve the request in the app, then return here.")
  await choose("Browser")
  await expect(dialog.locator("[data-help]")).toHaveAccessibleName("What is a Wallet?")
  await choose("Mobile")
  await expect(steps.nth(1)).toHaveText("Point the scanner at this QR code.")

  // The choice is not kept for a later visit to the view.
  await choose("Desktop")
  await dialog.getByRole("button", { name: "Back" }).click()
  await wallet("own").click()
  await expect(steps.nth(1)).toHaveText("Point the scanner at this QR code.")
})

for (const [state, steps] of [
  ["ConnectingSocial", 3],
  ["ConnectingFarcaster", 2],
] as const)
  test(`in wide windows the next steps of a login are beside it: ${state}`, async ({ playground, page }) => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await playground.reach(state)
    const help = playground.dialog.locator("[data-help]")
    await expect(help).toHaveAccessibleName("What happens next")
    await expect(help.getByRole("listitem")).toHaveCount(steps)
  })

test("a site can turn the help beside the wallets off", async ({ playground, page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const { dialog, openModal, wallet, view } = await playground.visit({ options: { enableHelp: false } })
  await openModal()
  await wallet("all").click()
  await view("AllWallets").waitFor()
  await expect(dialog.locator("[data-help]")).toHaveCount(0)
  expect(playground.fetched("HelpPanel")).toBe(0)
})
