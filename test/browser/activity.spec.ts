import { expect, halyard, onDemand, type Playground, test } from "./playground.ts"

const rows = ({ dialog }: Pick<Playground, "dialog">) => dialog.locator("[data-view] [data-transaction]")

onDemand(
  "Account tabs: Tokens, NFTs, Activity, and Views loaded on demand depending on the enabled feature: activity, which lists it by month, newest first, with the amounts, for the active account",
  async ({ playground }) => {
    const { account, dialog, fetched, go, holder, shows, tab, view } = playground
    const first = rows(playground).first()
    await playground.visit({ open: "Account" })
    await expect(dialog.getByRole("tab")).toHaveText(["Tokens", "NFTs", "Activity"])
    expect(fetched("Activity")).toBe(0)

    await tab("NFTs").click()
    await shows("NFTs aren't available here")
    await tab("NFTs").press("ArrowRight")
    await expect(tab("Activity")).toHaveAttribute("aria-selected", "true")
    await expect(first).toContainText("Sent")
    expect(fetched("Activity")).toBeGreaterThan(0)
    expect(await account()).toMatchObject({ currentTab: 2 })
    await go("All activity", "Transactions")
    await expect(dialog).toHaveAccessibleName("Activity")

    await expect(first).toHaveText(/^Sent\d+h ago · To 0x\w{2}\.\.\.\w{6}-0\.401 ETH\$1,362\.25$/)
    await expect(first).toHaveAttribute("href", /^https:\/\/basescan\.org\/tx\/0x[0-9a-f]{64}$/)
    await expect(first).toHaveAttribute("rel", "noopener noreferrer")
    for (const [index, text] of [
      [1, "+164.828 USDC"],
      [2, "USDC to HRB+25.520 HRB-31.646 USDC"],
      [3, "Failed"],
      [5, "Masks of Ulm #2181 NFT"],
    ] as const)
      await expect(rows(playground).nth(index)).toContainText(text)
    const latest = new Date(Date.now() - 12 * 60 * 60 * 1_000).toLocaleDateString("en-US", { month: "long" })
    const month = view("Transactions").getByRole("heading", { level: 2 }).first()
    await expect(month).toHaveText(new RegExp(`^${latest}( \\d{4})?$`))
    await expect(dialog.getByText("Free airdrop")).toHaveCount(0)

    const before = await first.getAttribute("data-transaction")
    await holder(halyard, "select", 1)
    await expect(first).not.toHaveAttribute("data-transaction", String(before))
    await expect(dialog.locator(`[data-transaction="${before}"]`)).toHaveCount(0)
  },
)

test("renders only the visible rows of thousands of paged transactions", async ({ playground }) => {
  const { page } = await playground.visit({ open: "Transactions", script: { transactions: 5_000 } })
  await rows(playground).first().waitFor()
  /** Rendered rows and scroll height of the list, optionally after scrolling to its end. */
  const list = (toEnd = false) =>
    page.evaluate((toEnd) => {
      const root = document.querySelector("portico-modal")?.shadowRoot
      const all = [...(root?.querySelectorAll<HTMLElement>("[data-transaction]") ?? [])]
      let box = all[0]?.parentElement ?? undefined
      while (box && getComputedStyle(box).overflowY !== "auto") box = box.parentElement ?? undefined
      if (toEnd) box?.scrollTo(0, box.scrollHeight)
      return { count: all.length, height: box?.scrollHeight ?? 0 }
    }, toEnd)
  for (let pages = 0, before = 0; pages < 4; pages += 1) {
    // A page that arrives after a scroll to the end needs another one.
    await expect.poll(async () => (await list(true)).height).toBeGreaterThan(before)
    const now = await list()
    expect(now.count).toBeLessThan(30)
    before = now.height
  }
  await rows(playground).last().focus()
  await page.keyboard.press("Home")
  await expect(rows(playground).first()).toBeFocused()
  expect((await list()).count).toBeLessThan(30)
})
