import type { Page } from "@playwright/test"
import { cinderbox, expect, halyard, type Playground, tessera, test } from "./playground.ts"

/** What has the focus, from the page inwards: local names and accessible labels. */
const focus = (page: Page) =>
  page.evaluate(() => {
    const chain: string[] = []
    for (let at = document.activeElement; at; at = at.shadowRoot?.activeElement ?? null)
      chain.push(at.getAttribute("data-wallet") ?? at.getAttribute("data-network") ?? at.ariaLabel ?? at.localName)
    return chain.join(" > ")
  })
const opener = (page: Page) => page.locator('[data-action="account"]')
/** Opens the modal from the page's button by the keyboard. */
const enter = async ({ page, view }: Playground) => {
  await opener(page).focus()
  await page.keyboard.press("Enter")
  await view("Connect").waitFor()
}

test("the focus begins on the dialog, goes through the rows in order, and stays inside", async ({
  playground,
  page,
}) => {
  await playground.visit()
  await enter(playground)
  await playground.wallet(tessera).waitFor()
  expect(await focus(page)).toBe("portico-modal > dialog")
  for (const stop of ["What is a Wallet?", "Close", "walletConnect", halyard, cinderbox, tessera]) {
    await page.keyboard.press("Tab")
    expect(await focus(page)).toBe(`portico-modal > ${stop}`)
  }
  for (const key of ["Tab", "Shift+Tab"])
    for (let press = 0; press < 12; press += 1) {
      await page.keyboard.press(key)
      // Between the last stop and the first, Tab may pass the browser's own bars: then nothing on the page has the focus.
      expect(await focus(page)).toMatch(/^(portico-modal > .+|body)$/)
    }
})

test("the focus is never lost with the view or the button that had it", async ({ playground, page }) => {
  const { view, wallet } = playground
  await playground.visit({ script: { wallets: { "*": { connect: "reject" } } } })
  await playground.openModal()
  await wallet("all").focus()
  await page.keyboard.press("Enter")
  await view("AllWallets").waitFor()
  await expect.poll(() => focus(page)).toBe("portico-modal > dialog")

  await playground.button("Back").focus()
  await page.keyboard.press("Enter")
  await view("Connect").waitFor()
  await expect.poll(() => focus(page)).toBe("portico-modal > dialog")

  await wallet(halyard).focus()
  await page.keyboard.press("Enter")
  const again = playground.button("Try again")
  await again.focus()
  await page.keyboard.press("Enter")
  await expect(again).toBeVisible()
  expect(await focus(page)).toMatch(/^portico-modal > /)
  await page.keyboard.press("Escape")
  await playground.closed()
})

test("arrow keys, Home, End and page keys move through the grid and scroll to what they reach", async ({
  playground,
  page,
}) => {
  await playground.visit({ open: "AllWallets" })
  const cells = playground.view("AllWallets").locator("[data-item] button")
  await cells.first().focus()
  const after = async (key: string) => {
    await page.keyboard.press(key)
    return page.evaluate(() => {
      const root = document.querySelector("portico-modal")?.shadowRoot
      return Number(root?.activeElement?.closest<HTMLElement>("[data-item]")?.dataset.item ?? -1)
    })
  }
  for (const [key, place] of [
    ["ArrowRight", 1],
    ["ArrowDown", 5],
    ["ArrowLeft", 4],
    ["ArrowUp", 0],
    ["ArrowUp", 0],
  ] as const)
    expect(await after(key)).toBe(place)
  const paged = await after("PageDown")
  expect(paged).toBeGreaterThan(8)
  expect(paged % 4).toBe(0)
  await after("End")
  await expect(playground.view("AllWallets").locator("[data-item] button:focus")).toBeInViewport()
  expect(await after("Home")).toBe(0)
  await expect(cells.first()).toBeInViewport()
})

test("the second press of two beside a card that shrank in between does not close", async ({ playground, page }) => {
  await playground.visit({ open: "Pay", script: { wallets: { [halyard]: { send: "hang" } } } })
  await expect(playground.button("Pay with Halyard")).toBeEnabled()
  await page.mouse.move(40, 400)
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
  await playground.press("Pay with Halyard")
  await expect(playground.view("PayLoading")).toBeVisible()
  await page.mouse.click(40, 400)
  await expect(playground.dialog).toBeHidden()
})

test("a press on the overlay closes; one that began inside does not", async ({ playground, page }) => {
  await playground.visit()
  await playground.openModal()
  const { x = 0, y = 0 } = (await playground.heading("Connect Wallet").boundingBox()) ?? {}
  await page.mouse.move(x + 10, y + 10)
  await page.mouse.down()
  await page.mouse.move(5, 300)
  await page.mouse.up()
  // A view that opens now shows that the modal did not close.
  await playground.wallet("all").click()
  await expect(playground.view("AllWallets")).toBeVisible()

  await page.mouse.click(5, 300)
  await playground.closed()
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
  await playground.open("Connect")
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).toBe("hidden")
  await page.mouse.move(5, 300)
  await page.mouse.wheel(0, 400)
  expect(await page.evaluate(() => scrollY)).toBe(120)
  await page.keyboard.press("Escape")
  await playground.closed()
  expect(await state()).toEqual(before)
})

test("rows have their names for a screen reader", async ({ playground }) => {
  await playground.visit()
  await playground.openModal()
  await expect(playground.wallet(halyard)).toHaveAccessibleName("Halyard Installed")
  await expect(playground.wallet("walletConnect")).toHaveAccessibleName("WalletConnect QR code")
  await expect(playground.wallet("all")).toHaveAccessibleName("All Wallets 600+")
})

test("the page's button gets the focus back even if the page had disabled it in between", async ({
  playground,
  page,
}) => {
  await playground.visit()
  await enter(playground)
  await opener(page).evaluate((button: HTMLButtonElement) => {
    button.disabled = true
    const again = new MutationObserver(() => {
      again.disconnect()
      button.disabled = false
    })
    again.observe(document.documentElement, { attributeFilter: ["style"] })
  })
  await page.keyboard.press("Escape")
  await playground.closed()
  await expect(opener(page)).toBeFocused()
})
