import { cinderbox, expect, type Playground, test } from "./playground.ts"

const rows = ({ view }: Playground) => view("Account").locator("[data-nft]")
const openNfts = async ({ page, dialog, openModal }: Playground) => {
  await page.evaluate((wallet) => window.portico.connect({ wallet }).then(() => undefined), cinderbox)
  await openModal("Account")
  await dialog.getByRole("tab", { name: "NFTs" }).click()
}

test("NFTs are those that the wallet tells of, each a link to the explorer; spam has no picture", async ({
  playground,
}) => {
  await playground.visit()
  await openNfts(playground)
  await expect(rows(playground)).toHaveCount(4)
  await expect(rows(playground).first()).toContainText("Kittiwake at Dusk")
  await expect(rows(playground).first()).toHaveAttribute("href", /\/token\/0x[0-9a-f]{40}\?a=\d+$/)
  await expect(rows(playground).first().locator("img")).toHaveAttribute("referrerpolicy", "no-referrer")
  await expect(rows(playground).last()).toContainText("Claim 5000 now")
  await expect(rows(playground).last().locator("img")).toHaveCount(0)
})

test("pictures of NFTs that do not load, or that nobody may load, are the first letter of their name", async ({
  playground,
}) => {
  const asset = (tokenId: string, name: string, iconUrl: string) => ({
    address: `0x${"ab".repeat(20)}`,
    balance: "0x1",
    type: "ERC721",
    metadata: { tokenId, name, iconUrl },
  })
  const collectibles = [
    asset("0x1", "Broken", "data:image/png;base64,AAAA"),
    asset("0x2", "Http", "http://127.0.0.1:9/a.png"),
    asset("0x3", "<img src=x onerror=alert(1)>", "javascript:alert(1)"),
  ]
  await playground.visit({ script: { wallets: { [cinderbox]: { collectibles } } } })
  await openNfts(playground)
  await expect(rows(playground)).toHaveCount(3)
  await expect(rows(playground).locator("img")).toHaveCount(0)
  await expect(rows(playground).nth(0)).toContainText("B")
  await expect(rows(playground).nth(2)).toContainText("<img src=x onerror=alert(1)>")
})

test("NFTs that cannot be had can be asked for again", async ({ playground }) => {
  await playground.visit({ script: { faults: { wallet_getAssets: { status: 500, times: 2 } } } })
  await openNfts(playground)
  await playground.dialog.getByRole("button", { name: "Try again" }).click()
  await expect(rows(playground)).toHaveCount(4)
})
