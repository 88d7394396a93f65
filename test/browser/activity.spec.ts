import { connected, expect, halyard, onDemand, type Playground, test } from "./playground.ts"

const rows = ({ view }: Playground, name = "Transactions") => view(name).locator("[data-transaction]")
const heading = ({ dialog }: Playground, name: string) => dialog.getByRole("heading", { level: 2, name })
const tab = ({ dialog }: Playground, name: string) => dialog.getByRole("tab", { name })

/** What the list has drawn, and how far it can be scrolled. */
const drawn = ({ page }: Playground) =>
  page.evaluate(() => {
    const root = document.querySelector("portico-modal")?.shadowRoot
    const all = [...(root?.querySelectorAll<HTMLElement>("[data-transaction]") ?? [])]
    let box = all[0]?.parentElement ?? undefined
    while (box && !(box.scrollHeight > box.clientHeight && getComputedStyle(box).overflowY === "auto"))
      box = box.parentElement ?? undefined
    return { count: all.length, height: box?.scrollHeight ?? 0 }
  })
const toEnd = ({ page }: Playground) =>
  page.evaluate(() => {
    const root = document.querySelector("portico-modal")?.shadowRoot
    let box = root?.querySelector<HTMLElement>("[data-transaction]") ?? null
    while (box && getComputedStyle(box).overflowY !== "auto") box = box.parentElement
    box?.scrollTo(0, box.scrollHeight)
  })

onDemand(
  "Account tabs: Tokens, NFTs, Activity, and Views loaded on demand depending on the enabled feature: activity",
  async ({ playground, page }) => {
    await playground.visit({ open: "Account" })
    await expect(playground.dialog.getByRole("tab")).toHaveText(["Tokens", "NFTs", "Activity"])
    const fetched = () =>
      page.evaluate(
        () => performance.getEntriesByType("resource").filter(({ name }) => /\/Activity-[^/]*\.js/.test(name)).length,
      )
    expect(await fetched()).toBe(0)

    await tab(playground, "NFTs").click()
    await expect(heading(playground, "NFTs cannot be listed here")).toBeVisible()
    await tab(playground, "NFTs").press("ArrowRight")
    await expect(tab(playground, "Activity")).toHaveAttribute("aria-selected", "true")
    await expect(rows(playground, "Account").first()).toContainText("Sent")
    expect(await fetched()).toBeGreaterThan(0)
    expect(await page.evaluate(() => window.portico.getState().chains.eip155?.accountState)).toMatchObject({
      currentTab: 2,
    })
    await tab(playground, "Tokens").click()
    await playground.dialog.getByRole("button", { name: "Activity" }).click()
    await expect(playground.dialog).toHaveAccessibleName("Activity")

    // The project may turn it off, and other chains have none.
    await playground.visit({ script: { project: { features: [{ id: "activity", isEnabled: false, config: null }] } } })
    await connected(page)
    await playground.openModal("Account")
    await expect(playground.dialog.getByRole("tab")).toHaveText(["Tokens", "NFTs"])
    await expect(playground.dialog.getByRole("button", { name: "Activity" })).toHaveCount(0)
    await playground.visit({ options: { networks: ["solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp"] } })
    await page.evaluate(() => window.portico.connect({ wallet: "example.plover" }).then(() => undefined))
    await playground.openModal("Account")
    await expect(playground.view("Account").locator("[data-token]").first()).toBeVisible()
    await expect(playground.dialog.getByRole("tab")).toHaveCount(0)
  },
)

test("activity is listed by months, newest first, with what moved, and leads to the explorer", async ({
  playground,
}) => {
  await playground.visit({ open: "Transactions" })
  const first = rows(playground).first()
  await expect(first).toHaveText(/^Sent\d+h ago · To 0x\w{2}\.\.\.\w{6}-0\.401 ETH\$1,362\.25$/)
  await expect(first).toHaveAttribute("href", /^https:\/\/basescan\.org\/tx\/0x[0-9a-f]{64}$/)
  await expect(first).toHaveAttribute("rel", "noopener noreferrer")
  await expect(rows(playground).nth(1)).toContainText("+164.828 USDC")
  await expect(rows(playground).nth(2)).toContainText("USDC to HRB+25.520 HRB-31.646 USDC")
  await expect(rows(playground).nth(3)).toContainText("Failed")
  await expect(rows(playground).nth(5)).toContainText("Masks of Ulm #2181 NFT")
  const now = new Date()
  const latest = new Date(now.getTime() - 12 * 60 * 60 * 1_000).toLocaleDateString("en-US", { month: "long" })
  await expect(playground.view("Transactions").getByRole("heading", { level: 2 }).first()).toHaveText(
    new RegExp(`^${latest}( \\d{4})?$`),
  )
  await expect(playground.view("Transactions").getByText("Free airdrop")).toHaveCount(0)
})

test("thousands of transactions are paged through as their end is seen, and never is more in the page than in sight", async ({
  playground,
}) => {
  await playground.visit({ open: "Transactions", script: { transactions: 5_000 } })
  await rows(playground).first().waitFor()
  let before = 0
  for (let page = 0; page < 6; page += 1) {
    await expect.poll(async () => (await drawn(playground)).height).toBeGreaterThan(before)
    const now = await drawn(playground)
    expect(now.count).toBeLessThan(30)
    before = now.height
    await toEnd(playground)
  }
  await rows(playground).last().focus()
  await playground.page.keyboard.press("Home")
  await expect(rows(playground).first()).toBeFocused()
  expect((await drawn(playground)).count).toBeLessThan(30)
})

test("'Failed to fetch transactions': a snack error, and the view can be tried again", async ({ playground, page }) => {
  await playground.visit({ open: "Transactions", script: { faults: { history: { status: 500, times: 1 } } } })
  await expect(page.locator('portico-modal [data-snack="error"]')).toHaveText("Failed to fetch transactions")
  await expect(heading(playground, "Failed to fetch transactions")).toBeVisible()
  await playground.dialog.getByRole("button", { name: "Try again" }).click()
  await expect(rows(playground).first()).toBeVisible()
})

test("a new transaction and another account are told apart: rows come before those that stand, or all of them go", async ({
  playground,
  page,
}) => {
  await playground.visit({ open: "Transactions" })
  const first = await rows(playground).first().getAttribute("data-transaction")
  await page.evaluate((wallet) => window.demoWorld?.wallets.get(wallet)?.select(1), halyard)
  await expect(rows(playground).first()).not.toHaveAttribute("data-transaction", String(first))
  await expect(page.locator(`portico-modal [data-transaction="${first}"]`)).toHaveCount(0)
})
