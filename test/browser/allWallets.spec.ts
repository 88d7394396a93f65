import { expect, forever, noWallets, type Playground, test } from "./playground.ts"

const rows = ({ view }: Playground) => view("AllWallets").locator("[data-wallet]")
const list = ({ view }: Playground, name: "All Wallets" | "Wallets") =>
  view("AllWallets").getByRole("list", { name, exact: true })
const search = ({ dialog }: Playground) => dialog.getByRole("searchbox", { name: "Search wallets" })
const certified = ({ dialog }: Playground) => dialog.getByRole("switch", { name: "Certified only" })
const scroll = ({ view }: Playground, top: number) =>
  view("AllWallets")
    .locator("../..")
    .evaluate((box, top) => box.scrollTo({ top, behavior: "instant" }), top)

test("the directory is paged through by scrolling, with its count in the header", async ({ playground }) => {
  await playground.visit({ open: "AllWallets" })
  await expect(rows(playground).first()).toBeVisible()
  await expect(playground.header).toContainText("600+")
  const known = () => list(playground, "All Wallets").evaluate((element) => element.getBoundingClientRect().height / 94)
  const first = await known()
  await scroll(playground, 10_000)
  await expect.poll(known).toBeGreaterThan(first)
  await expect(list(playground, "All Wallets").locator("li").first()).toHaveAttribute("aria-setsize", /^6\d\d$/)
})

test("a search says when nothing matches, can be cleared, and marks and counts what matches", async ({
  playground,
}) => {
  const { dialog, view } = playground
  await playground.visit({ open: "AllWallets" })
  await search(playground).fill("zzzz")
  await expect(playground.heading("No Wallet found")).toBeVisible()
  await playground.press("Clear")
  await expect(rows(playground).first()).toBeVisible()
  await expect(search(playground)).toHaveValue("")
  await search(playground).fill("q")
  await expect(list(playground, "All Wallets")).toBeVisible()

  await search(playground).fill("qu")
  const found = list(playground, "Wallets")
  await expect(found).toBeVisible()
  await expect(dialog.getByRole("status").filter({ hasText: "results" })).toHaveText("16 results")
  const quartet = found.getByRole("button", { name: /^Quartet/ })
  await expect(quartet.getByText("Qu", { exact: true })).toHaveCSS("color", "rgb(143, 178, 255)")
  await expect(quartet).toContainText("quartet.example")
  await expect(quartet.getByRole("img", { name: "Certified" })).toBeVisible()
  await playground.press("Show a QR code")
  await expect(view("ConnectingWalletConnect")).toBeVisible()
})

test("the switch leaves certified wallets only, says so, and changes no count", async ({ playground, log }) => {
  const { header, wallet } = playground
  await playground.visit({ script: noWallets })
  await playground.openModal()
  await expect(wallet("all")).toContainText("600+")
  await wallet("all").click()
  await expect(rows(playground).first()).toBeVisible()
  await certified(playground).click()
  await expect.poll(log.snacks).toEqual(["success: Only certified wallets are shown"])
  await expect(list(playground, "All Wallets").getByRole("listitem").first()).toHaveAttribute("aria-setsize", /^2\d\d$/)
  const others = rows(playground).filter({ hasNot: playground.page.getByRole("img", { name: "Certified" }) })
  await expect(others).toHaveCount(0)
  await expect(header).toContainText("600+")
  await playground.press("Back")
  await expect(wallet("all")).toContainText("600+")
})

test("while the directory is on its way 16 cells keep its place; when it fails the code still works", async ({
  playground,
}) => {
  const { card, view } = playground
  await playground.visit({ open: "AllWallets", script: { faults: { wallets: forever } } })
  await expect(view("AllWallets").locator("[aria-busy=true]")).toBeVisible()
  const height = async () => (await card.boundingBox())?.height
  await expect.poll(height).toBe(592)

  await playground.visit({ open: "AllWallets", script: { faults: { wallets: { status: 500, times: 8 } } } })
  await expect(playground.heading("The wallet list could not be loaded.")).toBeVisible()
  await expect.poll(height).toBe(592)
  await playground.press("QR code")
  await expect(view("ConnectingWalletConnect")).toBeVisible()
})

test("of 5,000 wallets only those in sight are in the page, while scrolling and while typing", async ({
  playground,
}) => {
  const { view } = playground
  await playground.visit({ open: "AllWallets", script: { directory: 5_000 } })
  await expect(rows(playground).first()).toBeVisible()
  const most = 80
  for (let page = 1; page <= 12; page += 1) {
    await scroll(playground, 1_000_000)
    await expect(view("AllWallets").locator(`[data-item="${page * 40}"]`)).toHaveCount(1)
    expect(await rows(playground).count()).toBeLessThanOrEqual(most)
  }
  await search(playground).focus()
  for (const typed of ["q", "qu", "qua", "qu", "q", "", "a", "al"]) {
    await search(playground).fill(typed)
    await expect(search(playground)).toHaveValue(typed)
    expect(await rows(playground).count()).toBeLessThanOrEqual(most)
  }
  await expect(list(playground, "Wallets")).toBeVisible()
  await expect(view("AllWallets").getByRole("listitem").first()).toHaveAttribute("aria-setsize", "100")
  expect(await rows(playground).count()).toBeLessThanOrEqual(40)
})
