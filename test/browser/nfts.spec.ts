import { cinderbox, expect, type Playground, test, type Visit } from "./playground.ts"

const rows = ({ view }: Playground) => view("Account").locator("[data-nft]")
/** Opens the NFTs tab with a wallet that can list NFTs. */
const openNfts = async (playground: Playground, script: Visit["script"] = {}) => {
  await playground.visit({ script })
  await playground.connect(cinderbox)
  await playground.openModal("Account")
  await playground.dialog.getByRole("tab", { name: "NFTs" }).click()
}

test("lists the wallet's NFTs with links to the explorer; spam has no picture", async ({ playground }) => {
  await openNfts(playground)
  const [first, last] = [rows(playground).first(), rows(playground).last()]
  await expect(rows(playground)).toHaveCount(4)
  await expect(first).toContainText("Kittiwake at Dusk")
  await expect(first).toHaveAttribute("href", /\/token\/0x[0-9a-f]{40}\?a=\d+$/)
  await expect(first.locator("img")).toHaveAttribute("referrerpolicy", "no-referrer")
  await expect(last).toContainText("Claim 5000 now")
  await expect(last.locator("img")).toHaveCount(0)
})

test("NFT pictures that cannot or must not be loaded show the first letter of the name", async ({ playground }) => {
  const collectibles = [
    ["Broken", "data:image/png;base64,AAAA"],
    ["Http", "http://127.0.0.1:9/a.png"],
    ["<img src=x onerror=alert(1)>", "javascript:alert(1)"],
  ].map(([name, iconUrl], index) => ({
    address: `0x${"ab".repeat(20)}`,
    balance: "0x1",
    type: "ERC721",
    metadata: { tokenId: `0x${index + 1}`, name, iconUrl },
  }))
  await openNfts(playground, { wallets: { [cinderbox]: { collectibles } } })
  await expect(rows(playground)).toHaveCount(3)
  await expect(rows(playground).locator("img")).toHaveCount(0)
  await expect(rows(playground).nth(0)).toContainText("B")
  await expect(rows(playground).nth(2)).toContainText("<img src=x onerror=alert(1)>")
})

test("NFTs that failed to load can be retried", async ({ playground }) => {
  await openNfts(playground, { faults: { wallet_getAssets: { status: 500, times: 2 } } })
  await playground.press("Try again")
  await expect(rows(playground)).toHaveCount(4)
})
