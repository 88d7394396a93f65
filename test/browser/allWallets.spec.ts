import { expect, type Playground, test } from "./playground.ts"

const view = (playground: Playground) => playground.view("AllWallets")
const rows = (playground: Playground) => view(playground).locator("[data-wallet]")
const search = (playground: Playground) => playground.dialog.getByRole("searchbox", { name: "Search wallets" })
const scroll = (playground: Playground, top: number) =>
  view(playground)
    .locator("../..")
    .evaluate((box, top) => box.scrollTo({ top, behavior: "instant" }), top)

test("the directory is paged through by scrolling, and its count stands in the header", async ({ playground }) => {
  await playground.visit({ open: "AllWallets" })
  await expect(rows(playground).first()).toBeVisible()
  await expect(playground.header).toContainText("600+")
  const list = view(playground).getByRole("list", { name: "All Wallets" })
  const known = () => list.evaluate((element) => element.getBoundingClientRect().height / 94)
  const first = await known()
  await scroll(playground, 10_000)
  await expect.poll(known).toBeGreaterThan(first)
  await expect(list.locator("li").first()).toHaveAttribute("aria-setsize", /^6\d\d$/)
})

test("a search lists names with the part that was looked for, and says how many", async ({ playground }) => {
  await playground.visit({ open: "AllWallets" })
  await expect(rows(playground).first()).toBeVisible()
  await search(playground).fill("q")
  await expect(view(playground).getByRole("list", { name: "All Wallets" })).toBeVisible()

  await search(playground).fill("qu")
  const found = view(playground).getByRole("list", { name: "Wallets", exact: true })
  await expect(found).toBeVisible()
  await expect(playground.dialog.getByRole("status").filter({ hasText: "results" })).toHaveText("16 results")
  const quartet = found.getByRole("button", { name: /^Quartet/ })
  await expect(quartet.getByText("Qu", { exact: true })).toHaveCSS("color", "rgb(143, 178, 255)")
  await expect(quartet).toContainText("quartet.example")
  await expect(quartet.getByRole("img", { name: "Certified" })).toBeVisible()
  await playground.dialog.getByRole("button", { name: "Show a QR code" }).click()
  await expect(playground.view("ConnectingWalletConnect")).toBeVisible()
})

test("a search that finds nothing says 'No Wallet found', and can be cleared", async ({ playground }) => {
  await playground.visit({ open: "AllWallets" })
  await search(playground).fill("zzzz")
  await expect(playground.dialog.getByRole("heading", { name: "No Wallet found" })).toBeVisible()
  await playground.dialog.getByRole("button", { name: "Clear" }).click()
  await expect(rows(playground).first()).toBeVisible()
  await expect(search(playground)).toHaveValue("")
})

test("the switch leaves certified wallets only, and a snack says so", async ({ playground, page }) => {
  await playground.visit({ open: "AllWallets" })
  await expect(rows(playground).first()).toBeVisible()
  await playground.dialog.getByRole("switch", { name: "Certified only" }).click()
  await expect(page.locator("portico-modal [data-snack]")).toHaveText("Only certified wallets are shown")
  await expect
    .poll(async () => {
      const all = await rows(playground).count()
      return all > 0 && all === (await rows(playground).getByRole("img", { name: "Certified" }).count())
    })
    .toBe(true)
})

test("the certified ones alone leave the count on Connect as it is", async ({ playground }) => {
  await playground.visit({ script: { wallets: { "*": "absent" } } })
  await playground.openModal()
  await expect(playground.wallet("all")).toContainText("600+")
  await playground.wallet("all").click()
  await playground.dialog.getByRole("switch", { name: "Certified only" }).click()
  await expect(rows(playground).first()).toBeVisible()
  const list = view(playground).getByRole("list", { name: "All Wallets" })
  await expect(list.getByRole("listitem").first()).toHaveAttribute("aria-setsize", /^2\d\d$/)
  await expect(playground.header).toContainText("600+")
  await playground.dialog.getByRole("button", { name: "Back" }).click()
  await expect(playground.wallet("all")).toContainText("600+")
})

test("while the directory is on its way 16 cells keep its place; when it fails the code still works", async ({
  playground,
}) => {
  await playground.visit({ open: "AllWallets", script: { faults: { wallets: { delay: 60_000 } } } })
  await expect(view(playground).locator("[aria-busy=true]")).toBeVisible()
  const height = async () => (await playground.card.boundingBox())?.height
  await expect.poll(height).toBe(592)

  await playground.visit({ open: "AllWallets", script: { faults: { wallets: { status: 500, times: 8 } } } })
  await expect(playground.dialog.getByRole("heading", { name: "The wallet list could not be loaded." })).toBeVisible()
  await expect.poll(height).toBe(592)
  await playground.dialog.getByRole("button", { name: "QR code" }).click()
  await expect(playground.view("ConnectingWalletConnect")).toBeVisible()
})

test("of 5,000 wallets only those in sight are in the page, while scrolling and while typing", async ({
  playground,
}) => {
  await playground.visit({ open: "AllWallets", script: { directory: 5_000 } })
  await expect(rows(playground).first()).toBeVisible()
  const most = 80
  for (let page = 1; page <= 12; page += 1) {
    await scroll(playground, 1_000_000)
    const last = view(playground).locator(`[data-item="${page * 40}"]`)
    await expect(last).toHaveCount(1)
    expect(await rows(playground).count()).toBeLessThanOrEqual(most)
  }
  await search(playground).focus()
  for (const typed of ["q", "qu", "qua", "qu", "q", "", "a", "al"]) {
    await search(playground).fill(typed)
    await expect(search(playground)).toHaveValue(typed)
    expect(await rows(playground).count()).toBeLessThanOrEqual(most)
  }
  await expect(view(playground).getByRole("list", { name: "Wallets", exact: true })).toBeVisible()
  await expect(view(playground).getByRole("listitem").first()).toHaveAttribute("aria-setsize", "100")
  expect(await rows(playground).count()).toBeLessThanOrEqual(40)
})
