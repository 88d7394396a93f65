import { cinderbox, expect, type Playground, test, type Visit } from "./playground.ts"

const rows = ({ view }: Playground) => view("Account").locator("[data-nft]")
/** Opens the NFTs tab with a wallet that can list NFTs. */
const openNfts = async (playground: Playground, script: Visit["script"] = {}) => {
  await playground.visit({ script })
  await playground.connect(cinderbox)
  await playground.openModal("Account")
  await playground.dialog.getByRole("tab", { name: "NFTs" }).click()
}

test("shows the wallet's NFTs, after a failure, as a grid of pictures or as a list, and each in a view with what the wallet reports of it; spam has no picture", async ({
  playground,
  page,
  context,
  log,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"])
  await openNfts(playground, { faults: { wallet_getAssets: { status: 500, times: 2 } } })
  await playground.press("Try again")
  const [first, last] = [rows(playground).first(), rows(playground).last()]
  const size = async () => (await first.locator("img").boundingBox())?.width
  await expect(rows(playground)).toHaveCount(7)
  await expect(first).toContainText("Kittiwake at Dusk")
  await expect(first.locator("img")).toHaveAttribute("referrerpolicy", "no-referrer")
  await expect.poll(size).toBeGreaterThan(100)
  await expect(last).toContainText("Claim 5000 now")
  await expect(last.locator("img")).toHaveCount(0)
  await playground.press("Show as list")
  await expect.poll(size).toBe(40)
  await expect(rows(playground)).toHaveCount(7)

  await first.press("Enter")
  const nft = playground.view("Nft")
  await expect(nft.getByRole("heading", { name: "Kittiwake at Dusk" })).toBeVisible()
  for (const text of ["Shorebirds", "Three kittiwakes", "14 of 90", "Token ID"]) await expect(nft).toContainText(text)
  await expect(nft.locator("img").first()).toHaveAttribute("referrerpolicy", "no-referrer")
  await expect(nft.getByRole("link", { name: "Block Explorer" })).toHaveAttribute(
    "href",
    /\/token\/0x[0-9a-f]{40}\?a=\d+$/,
  )
  await playground.press("Copy address")
  await expect.poll(log.snacks).toEqual(["success: Address copied"])

  // The choice outlasts the view.
  await playground.press("Back")
  await expect.poll(size).toBe(40)
  await first.click()
  // The list of the next network does not have it.
  await page.evaluate(() => window.portico.switchNetwork({ network: "eip155:1" }))
  await expect(nft.getByRole("heading", { name: "NFT not found" })).toBeVisible()
})

test("NFT pictures that cannot or must not be loaded show a placeholder, and request nothing", async ({
  playground,
  page,
}) => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg"><script>fetch("//s.example/run")</script><image href="https://s.example/in.png"/></svg>`
  const collectibles = [
    ["Broken", "data:image/png;base64,AAAA"],
    ["Http", "http://127.0.0.1:9/a.png"],
    ["<img src=x onerror=alert(1)>", "javascript:alert(1)"],
    ["Drawn", `data:image/svg+xml,${encodeURIComponent(svg)}`],
  ].map(([name, iconUrl], index) => ({
    address: `0x${"ab".repeat(20)}`,
    balance: "0x1",
    type: "ERC721",
    metadata: { tokenId: `0x${index + 1}`, name, iconUrl, animation_url: "https://s.example/a.html" },
  }))
  const requests: string[] = []
  page.on("request", (request) => {
    if (/^https?:\/\/(s\.example|127\.0\.0\.1:9\/)/.test(request.url())) requests.push(request.url())
  })
  await openNfts(playground, { wallets: { [cinderbox]: { collectibles } } })
  await expect(rows(playground)).toHaveCount(4)
  await expect(rows(playground).locator("img")).toHaveCount(1)
  await expect(rows(playground).nth(0).locator("svg")).toBeVisible()
  await expect(rows(playground).nth(2)).toContainText("<img src=x onerror=alert(1)>")
  await rows(playground).nth(3).click()
  await expect(playground.view("Nft").locator("img").first()).toBeVisible()
  expect(requests).toEqual([])
})
