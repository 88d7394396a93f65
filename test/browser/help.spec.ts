import { expect, noWallets, test } from "./playground.ts"

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
