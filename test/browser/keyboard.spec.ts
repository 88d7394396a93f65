import type { Page } from "@playwright/test"
import { cinderbox, expect, halyard, test } from "./playground.ts"

/** What has the focus, from the page inwards: local names and accessible labels. */
const focus = (page: Page) =>
  page.evaluate(() => {
    const chain: string[] = []
    for (let at = document.activeElement; at; at = at.shadowRoot?.activeElement ?? null)
      chain.push(at.getAttribute("data-wallet") ?? at.getAttribute("data-network") ?? at.ariaLabel ?? at.localName)
    return chain.join(" > ")
  })

test("the whole walk by keyboard alone: open, choose, decline, try again, connect, leave", async ({
  playground,
  page,
}) => {
  await playground.visit({ script: { wallets: { "*": { connect: "hang" } } } })
  const opener = page.locator('[data-action="account"]')
  await opener.focus()
  await page.keyboard.press("Enter")
  await playground.view("Connect").waitFor()
  expect(await focus(page)).toBe("portico-modal > dialog")

  const stops: string[] = []
  for (let press = 0; press < 6; press += 1) {
    await page.keyboard.press("Tab")
    stops.push(await focus(page))
  }
  expect(stops).toEqual(
    ["What is a Wallet?", "Close", "walletConnect", halyard, cinderbox, "example.tessera"].map(
      (stop) => `portico-modal > ${stop}`,
    ),
  )

  await playground.wallet(halyard).focus()
  await page.keyboard.press("Enter")
  await expect(playground.dialog.getByRole("heading", { name: "Approve in Halyard" })).toBeVisible()
  await playground.asking("Halyard").waitFor()
  await page.keyboard.press("n")
  await expect(playground.dialog.getByRole("heading", { name: "You declined in Halyard" })).toBeVisible()
  await playground.dialog.getByRole("button", { name: "Try again" }).focus()
  await page.keyboard.press("Enter")
  await expect(playground.dialog.getByRole("heading", { name: "Approve in Halyard" })).toBeVisible()
  await playground.asking("Halyard").waitFor()
  await page.keyboard.press("y")
  await expect(playground.dialog).toHaveCount(0)
  await expect(opener).toBeFocused()

  await page.keyboard.press("Enter")
  await playground.view("Account").waitFor()
  await playground.dialog.getByRole("button", { name: "Disconnect" }).focus()
  await page.keyboard.press("Enter")
  await expect(playground.dialog).toHaveCount(0)
  await expect(opener).toBeFocused()
  await expect(opener).toHaveText("Connect Wallet")
})

test("Tab and Shift+Tab stay inside the modal", async ({ playground, page }) => {
  await playground.visit()
  await playground.openModal()
  for (const key of ["Tab", "Shift+Tab"])
    for (let press = 0; press < 12; press += 1) {
      await page.keyboard.press(key)
      // Between the last stop and the first, Tab may pass the browser's own bars: then nobody on the page has the focus.
      expect(await focus(page)).toMatch(/^(portico-modal > .+|body)$/)
    }
})

test("the focus is never lost with the view or the button that had it", async ({ playground, page }) => {
  await playground.visit({ script: { wallets: { "*": { connect: "reject" } } } })
  await playground.openModal()
  await playground.wallet("all").focus()
  await page.keyboard.press("Enter")
  await playground.view("AllWallets").waitFor()
  expect(await focus(page)).toBe("portico-modal > dialog")

  await playground.dialog.getByRole("button", { name: "Back" }).focus()
  await page.keyboard.press("Enter")
  await playground.view("Connect").waitFor()
  expect(await focus(page)).toBe("portico-modal > dialog")

  await playground.wallet(halyard).focus()
  await page.keyboard.press("Enter")
  const again = playground.dialog.getByRole("button", { name: "Try again" })
  await again.focus()
  await page.keyboard.press("Enter")
  await expect(again).toBeVisible()
  expect(await focus(page)).toMatch(/^portico-modal > /)
  await page.keyboard.press("Escape")
  await expect(playground.dialog).toHaveCount(0)
})

test("arrow keys, Home, End and page keys move through the grid, and bring what they reach into sight", async ({
  playground,
  page,
}) => {
  await playground.visit({ open: "AllWallets" })
  const names = playground.view("AllWallets").locator("[data-item] button")
  await names.first().focus()
  const place = () =>
    page.evaluate(() => {
      const root = document.querySelector("portico-modal")?.shadowRoot
      const item = root?.activeElement?.closest<HTMLElement>("[data-item]")
      return Number(item?.dataset.item ?? -1)
    })
  const after = async (key: string) => {
    await page.keyboard.press(key)
    return place()
  }
  expect(await after("ArrowRight")).toBe(1)
  expect(await after("ArrowDown")).toBe(5)
  expect(await after("ArrowLeft")).toBe(4)
  expect(await after("ArrowUp")).toBe(0)
  expect(await after("ArrowUp")).toBe(0)
  const paged = await after("PageDown")
  expect(paged).toBeGreaterThan(8)
  expect(paged % 4).toBe(0)
  await after("End")
  await expect(playground.view("AllWallets").locator("[data-item] button:focus")).toBeInViewport()
  expect(await after("Home")).toBe(0)
  await expect(names.first()).toBeInViewport()
})

test("the second press of two beside a card that has become lower meanwhile does not close", async ({
  playground,
  page,
}) => {
  await playground.visit({ open: "Pay", script: { wallets: { [halyard]: { send: "hang" } } } })
  await expect(playground.dialog.getByRole("button", { name: "Pay with Halyard" })).toBeEnabled()
  await page.mouse.move(40, 400)
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
  await playground.dialog.getByRole("button", { name: "Pay with Halyard" }).click()
  await expect(playground.view("PayLoading")).toBeVisible()
  await page.mouse.click(40, 400)
  await expect(playground.dialog).toBeHidden()
})

test("a press on the overlay closes; one that began inside does not", async ({ playground, page }) => {
  await playground.visit()
  await playground.openModal()
  const card = await playground.dialog.getByRole("heading", { level: 1 }).boundingBox()
  if (!card) throw new Error("The modal shows no title")

  await page.mouse.move(card.x + 10, card.y + 10)
  await page.mouse.down()
  await page.mouse.move(5, 300)
  await page.mouse.up()
  await expect(playground.view("Connect")).toBeVisible()

  await page.mouse.click(5, 300)
  await expect(playground.dialog).toHaveCount(0)
})

test("the page behind does not scroll while the modal is open, and is where it was afterwards", async ({
  playground,
  page,
}) => {
  await playground.visit()
  await page.evaluate(() => {
    document.documentElement.style.overflow = "scroll"
    scrollTo({ top: 120, behavior: "instant" })
  })
  const state = () =>
    page.evaluate(() => [document.documentElement.style.overflow, scrollY, document.body.style.padding])
  const before = await state()
  await page.evaluate(() => window.portico.open())
  await playground.view("Connect").waitFor()
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).toBe("hidden")
  await page.mouse.move(5, 300)
  await page.mouse.wheel(0, 400)
  expect(await page.evaluate(() => scrollY)).toBe(120)
  await page.keyboard.press("Escape")
  await expect(playground.dialog).toHaveCount(0)
  expect(await state()).toEqual(before)
})

test("rows say their names to a screen reader", async ({ playground }) => {
  await playground.visit()
  await playground.openModal()
  await expect(playground.wallet(halyard)).toHaveAccessibleName("Halyard Installed")
  await expect(playground.wallet("walletConnect")).toHaveAccessibleName("WalletConnect QR code")
  await expect(playground.wallet("all")).toHaveAccessibleName("All Wallets 600+")
})

test("the page's button gets the focus back even if the page had disabled it meanwhile", async ({
  playground,
  page,
}) => {
  await playground.visit()
  const opener = page.locator('[data-action="account"]')
  await opener.focus()
  await page.keyboard.press("Enter")
  await playground.view("Connect").waitFor()
  await opener.evaluate((button: HTMLButtonElement) => {
    button.disabled = true
    const again = new MutationObserver(() => {
      again.disconnect()
      button.disabled = false
    })
    again.observe(document.documentElement, { attributeFilter: ["style"] })
  })
  await page.keyboard.press("Escape")
  await expect(playground.dialog).toHaveCount(0)
  await expect(opener).toBeFocused()
})
