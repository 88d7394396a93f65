import { expect, type Playground, test } from "./playground.ts"

const rows = ({ view }: Playground) => view("AllWallets").locator("[data-wallet]")
const list = ({ view }: Playground, name: "All Wallets" | "Wallets") =>
  view("AllWallets").getByRole("list", { name, exact: true })
const scroll = ({ view }: Playground, top: number) =>
  view("AllWallets")
    .locator("../..")
    .evaluate((box, top) => box.scrollTo({ top, behavior: "instant" }), top)

test("a search highlights and counts matches, can be cleared, and shows when there are none; certified wallets are a filter with its own count", async ({
  playground,
  log,
}) => {
  const { dialog, go, header, openModal, page, press, search, shows, wallet } = await playground.visit()
  await openModal()
  await expect(wallet("all")).toContainText("600+")
  await go(/^All Wallets/, "AllWallets")
  await expect(rows(playground).first()).toBeVisible()
  const certified = dialog.getByRole("switch", { name: "Certified only" })
  await certified.click()
  await expect.poll(log.snacks).toEqual(["success: Showing certified wallets only"])
  await expect(list(playground, "All Wallets").getByRole("listitem").first()).toHaveAttribute("aria-setsize", /^2\d\d$/)
  const others = rows(playground).filter({ hasNot: page.getByRole("img", { name: "Certified" }) })
  await expect(others).toHaveCount(0)
  await expect(header).toContainText("600+")
  await press("Back")
  await expect(wallet("all")).toContainText("600+")

  await go(/^All Wallets/, "AllWallets")
  await search.fill("zzzz")
  await shows("No Wallet found")
  await press("Clear")
  await expect(rows(playground).first()).toBeVisible()
  await expect(search).toHaveValue("")
  await search.fill("q")
  await expect(list(playground, "All Wallets")).toBeVisible()

  await search.fill("qu")
  await expect(dialog.getByRole("status").filter({ hasText: "results" })).toHaveText("16 results")
  const quartet = list(playground, "Wallets").getByRole("button", { name: /^Quartet/ })
  await expect(quartet.getByText("Qu", { exact: true })).toHaveCSS("color", "rgb(143, 178, 255)")
  await expect(quartet).toContainText("quartet.example")
  await expect(quartet.getByRole("img", { name: "Certified" })).toBeVisible()
  await go("Show a QR code", "ConnectingWalletConnect")
})

test("a letter lists its matches in the frame of the key, keeps them in place, and adds the others in the next frames", async ({
  playground,
}) => {
  const { press, search } = await playground.visit({ open: "AllWallets" })
  await expect(rows(playground).nth(20)).toBeVisible()
  const { before, atOnce, later, kept } = await search.evaluate(async (field: HTMLInputElement) => {
    const cells = () => [...(field.closest("[data-view]")?.querySelectorAll("[data-wallet]") ?? [])]
    const having = (letter: string) => cells().filter((cell) => cell.textContent?.toLowerCase().includes(letter))
    // Some wallets stay, and more than one step of others is added.
    const letter = [..."eaoirnstl"].find((one) => having(one).length > 8 && having(one).length < 16) ?? ""
    const matching = having(letter)
    field.focus()
    document.execCommand("insertText", false, letter)
    const atOnce = cells().length
    for (let frame = 0; frame < 60 && cells().length === atOnce; frame++) await new Promise(requestAnimationFrame)
    const kept = matching.filter((cell) => cell.isConnected).length
    return { before: matching.length, atOnce, later: cells().length, kept }
  })
  expect(before).toBeGreaterThan(8)
  expect(kept).toBe(before)
  expect(atOnce).toBeLessThan(later)

  // A search of two letters also requests the directory.
  for (const typed of ["q", "qu"]) {
    await press("Clear")
    const rest = rows(playground).filter({ hasNotText: /q/i })
    await expect(rest.first()).toBeVisible()
    await search.evaluate(async (field: HTMLInputElement, typed) => {
      field.focus()
      document.execCommand("insertText", false, typed)
      // Before this frame is painted.
      await new Promise(requestAnimationFrame)
      const names = [...(field.closest("[data-view]")?.querySelectorAll("[data-wallet]") ?? [])].map(
        (row) => row.textContent ?? "",
      )
      if (names.length === 0 || names.some((name) => !name.toLowerCase().includes(typed)))
        throw new Error(`It lists ${names}`)
    }, typed)
  }
})

test("a loading directory reserves 16 cells; when it fails the QR code still works, and it can be retried", async ({
  playground,
}) => {
  const { card, dialog, go, page, passUntil, press } = await playground.visit({
    open: "AllWallets",
    clock: "still",
    script: { faults: { wallets: { delay: 1_000, status: 500 } } },
  })
  await expect(dialog.locator("[aria-busy=true]")).toBeVisible()
  const height = async () => (await card.boundingBox())?.height
  await expect.poll(height).toBe(592)

  await passUntil(dialog.getByText("Couldn't load the wallet list"))
  await expect.poll(height).toBe(592)
  await go("QR code", "ConnectingWalletConnect")
  await go("Back", "AllWallets")
  await passUntil(dialog.getByText("Couldn't load the wallet list"))
  await page.evaluate(() => window.demoWorld?.faults.heal())
  await press("Try again")
  await expect(rows(playground).first()).toBeVisible()
  await expect(dialog.getByText("Couldn't load the wallet list")).toHaveCount(0)
})

test("renders only the visible ones of 5,000 wallets, while scrolling and typing, and another search starts at the top", async ({
  playground,
}) => {
  const { search, view } = await playground.visit({ open: "AllWallets", script: { directory: 5_000 } })
  const box = view("AllWallets").locator("../..")
  await expect(rows(playground).first()).toBeVisible()
  const most = 80
  const last = list(playground, "All Wallets").getByRole("listitem").last()
  for (let page = 1; page <= 5; page += 1) {
    // A page that arrives after a scroll to the end needs another one.
    await expect
      .poll(async () => {
        await scroll(playground, 1_000_000)
        return Number(await last.getAttribute("aria-posinset"))
      })
      .toBeGreaterThan(page * 40)
    expect(await rows(playground).count()).toBeLessThanOrEqual(most)
  }

  // The wallets loaded so far make a list of results that is longer than the view.
  await search.fill("er")
  await expect(rows(playground).first()).toContainText(/er/i)
  // In one step, because the directory's results may come at any time.
  const down = await box.evaluate((box) => {
    box.scrollTo({ top: 200, behavior: "instant" })
    return box.scrollTop
  })
  expect(down).toBe(200)
  await search.fill("ar")
  await expect(rows(playground).first()).toContainText(/ar/i)
  await expect.poll(() => box.evaluate(({ scrollTop }) => scrollTop)).toBe(0)

  await search.focus()
  for (const typed of ["q", "qu", "", "al"]) {
    await search.fill(typed)
    await expect(search).toHaveValue(typed)
    expect(await rows(playground).count()).toBeLessThanOrEqual(most)
  }
  await expect(list(playground, "Wallets")).toBeVisible()
  await expect(view("AllWallets").getByRole("listitem").first()).toHaveAttribute("aria-setsize", "100")
  expect(await rows(playground).count()).toBeLessThanOrEqual(40)
})
