import { expect, noWallets, test } from "./playground.ts"

test("a visitor without a wallet is led from Connect to where to get one", async ({ playground }) => {
  const { dialog, press, view } = playground
  await playground.visit({ script: noWallets })
  await playground.openModal()
  await press("What is a Wallet?")
  await press("Get a Wallet")
  const offered = view("GetWallet").locator("[data-wallet]")
  await expect(offered).toHaveText(["Halyard", "Cinderbox", "Fathom", "Plover", "Explore all"])
  await expect(offered.last()).toHaveAttribute("href", "https://walletconnect.com/explorer?type=wallet")

  await offered.filter({ hasText: "Fathom" }).click()
  await expect(dialog).toHaveAccessibleName("Get Fathom")
  const places = view("Downloads").getByRole("link")
  for (const [index, [name, address]] of [
    ["Chrome Extension", "https://apps.example/chrome/fathom"],
    ["iOS App", "https://apps.example/ios/fathom"],
    ["Android App", "https://apps.example/android/fathom"],
    ["Website", "https://fathom.example/"],
  ].entries()) {
    const place = places.nth(index)
    await expect(place).toHaveText(String(name))
    await expect(place).toHaveAttribute("href", String(address))
    await expect(place).toHaveAttribute("target", "_blank")
  }
  await expect(places).toHaveCount(4)
})

test("wallets that a site features and adds come first among those to get, also while the directory is down", async ({
  playground,
}) => {
  const own = { id: "own", name: "Own Wallet", homepage: "https://own.example/" }
  const rows = playground.view("GetWallet").locator("[data-wallet]")
  await playground.visit({
    open: "GetWallet",
    options: { customWallets: [own] },
    script: { faults: { wallets: { status: 500 } } },
  })
  await expect(rows.first()).toHaveAccessibleName("Own Wallet")
  await expect(rows.first()).toHaveAttribute("href", "https://own.example/")
  await expect(rows.last()).toHaveAccessibleName("Explore all")
  await expect(playground.view("GetWallet").locator("[aria-busy=true]")).toHaveCount(0)
})

test("the footer of Networks leads to what a network is, and back", async ({ playground }) => {
  await playground.visit({ open: "Networks" })
  await playground.press("What is a network?")
  await expect(playground.view("WhatIsANetwork").getByRole("heading", { level: 2 })).toHaveCount(3)
  await playground.press("Back")
  await playground.view("Networks").waitFor()
})
