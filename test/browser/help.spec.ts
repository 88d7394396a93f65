import { expect, halyard, noWallets, test } from "./playground.ts"

test("the footer of Networks opens the help page about networks, and Connect leads to the wallet downloads", async ({
  playground,
}) => {
  const { close, dialog, go, open, openModal, press, view } = await playground.visit({ script: noWallets })
  await open("Networks")
  await go("What is a network?", "WhatIsANetwork")
  await expect(view("WhatIsANetwork").getByRole("heading", { level: 2 })).toHaveCount(3)
  await go("Back", "Networks")
  await close()

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

test("in wide windows help appears beside the wallets without moving them, and follows the connection and its platform", async ({
  playground,
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const { dialog, openModal, view, wallet } = await playground.visit({
    options: { customWallets },
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

  await wallet("own").click()
  const steps = help.getByRole("listitem")
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
  await expect(help).toHaveAccessibleName("What is a Wallet?")
  await choose("Mobile")
  await expect(steps.nth(1)).toHaveText("Point the scanner at this QR code.")

  // The choice is not kept for a later visit to the view.
  await choose("Desktop")
  await dialog.getByRole("button", { name: "Back" }).click()
  await wallet("own").click()
  await expect(steps.nth(1)).toHaveText("Point the scanner at this QR code.")

  await page.setViewportSize({ width: 900, height: 800 })
  await expect(help).toHaveCount(0)
})
