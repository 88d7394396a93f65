import { expect, test } from "./playground.ts"

test("who has no wallet is led from Connect to the places where one can be had", async ({ playground }) => {
  await playground.visit({ script: { wallets: { "*": "absent" } } })
  await playground.openModal()
  await playground.dialog.getByRole("button", { name: "What is a Wallet?" }).click()
  await playground.view("WhatIsAWallet").getByRole("button", { name: "Get a Wallet" }).click()
  const offered = playground.view("GetWallet").locator("[data-wallet]")
  await expect(offered).toHaveText(["Halyard", "Cinderbox", "Fathom", "Plover", "Explore all"])
  await expect(offered.last()).toHaveAttribute("href", "https://walletconnect.com/explorer?type=wallet")

  await offered.filter({ hasText: "Fathom" }).click()
  await expect(playground.dialog).toHaveAccessibleName("Get Fathom")
  const places = playground.view("Downloads").getByRole("link")
  await expect(places).toHaveText(["Chrome Extension", "iOS App", "Android App", "Website"])
  expect(await places.evaluateAll((all) => all.map((one) => (one as HTMLAnchorElement).href))).toEqual([
    "https://apps.example/chrome/fathom",
    "https://apps.example/ios/fathom",
    "https://apps.example/android/fathom",
    "https://fathom.example/",
  ])
  for (const place of await places.all()) await expect(place).toHaveAttribute("target", "_blank")
})

test("the wallets that a site features and adds come first among those to get; one with a page only leads there", async ({
  playground,
}) => {
  const own = { id: "own", name: "Own Wallet", homepage: "https://own.example/" }
  await playground.visit({ open: "GetWallet", options: { customWallets: [own] } })
  const first = playground.view("GetWallet").locator("[data-wallet]").first()
  await expect(first).toHaveAccessibleName("Own Wallet")
  await expect(first).toHaveAttribute("href", "https://own.example/")
})

test("wallets can be explored while the directory is down", async ({ playground }) => {
  await playground.visit({ open: "GetWallet", script: { faults: { wallets: { status: 500 } } } })
  await expect(playground.view("GetWallet").getByRole("link", { name: "Explore all" })).toBeVisible()
  await expect(playground.view("GetWallet").locator("[aria-busy=true]")).toHaveCount(0)
})

test("the footer of Networks leads to what a network is, and back", async ({ playground }) => {
  await playground.visit({ open: "Networks" })
  await playground.dialog.getByRole("button", { name: "What is a network?" }).click()
  await expect(playground.view("WhatIsANetwork").getByRole("heading", { level: 2 })).toHaveCount(3)
  await playground.dialog.getByRole("button", { name: "Back" }).click()
  await playground.view("Networks").waitFor()
})
