import { focus } from "./keys.ts"
import { cinderbox, expect, halyard, tessera, test } from "./playground.ts"

test("the focus starts on the dialog, moves through the rows, stays inside, and returns to the page's button even if it was disabled in between", async ({
  playground,
  page,
}) => {
  const opener = page.locator('[data-action="account"]')
  await playground.visit()
  await opener.focus()
  await page.keyboard.press("Enter")
  await playground.wallet(tessera).waitFor()
  expect(await focus(page)).toBe("portico-modal > dialog")
  for (const stop of ["What is a Wallet?", "Close", "walletConnect", halyard, cinderbox, tessera]) {
    await page.keyboard.press("Tab")
    expect(await focus(page)).toBe(`portico-modal > ${stop}`)
  }
  for (const key of ["Tab", "Shift+Tab"])
    for (let press = 0; press < 12; press += 1) {
      await page.keyboard.press(key)
      // Between the last and first stop, Tab may go through the browser's own UI, with nothing on the page focused.
      expect(await focus(page)).toMatch(/^(portico-modal > .+|body)$/)
    }

  await opener.evaluate((button: HTMLButtonElement) => {
    button.disabled = true
    const again = new MutationObserver(() => {
      again.disconnect()
      button.disabled = false
    })
    again.observe(document.documentElement, { attributeFilter: ["style"] })
  })
  await page.keyboard.press("Escape")
  await playground.closed()
  await expect(opener).toBeFocused()
})

test("keys move through the grid and scroll to the focused cell", async ({ playground, page }) => {
  const { view } = await playground.visit({ open: "AllWallets" })
  const cells = view("AllWallets").locator("[data-item] button")
  await cells.first().focus()
  const after = async (key: string) => {
    await page.keyboard.press(key)
    return page.evaluate(() => {
      const root = document.querySelector("portico-modal")?.shadowRoot
      return Number(root?.activeElement?.closest<HTMLElement>("[data-item]")?.dataset.item ?? -1)
    })
  }
  const keys = ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp", "ArrowUp"]
  const places: number[] = []
  for (const key of keys) places.push(await after(key))
  expect(places).toEqual([1, 5, 4, 0, 0])
  const paged = await after("PageDown")
  expect(paged).toBeGreaterThan(8)
  expect(paged % 4).toBe(0)
  await after("End")
  await expect(view("AllWallets").locator("[data-item] button:focus")).toBeInViewport()
  expect(await after("Home")).toBe(0)
  await expect(cells.first()).toBeInViewport()
})

test("the second click of a double-click beside a card that shrank in between does not close the modal", async ({
  playground,
  page,
}) => {
  const script = { wallets: { [halyard]: { send: "hang" } } } as const
  const { button, closed, go } = await playground.visit({ open: "Pay", script })
  await expect(button("Pay with Halyard")).toBeEnabled()
  await page.mouse.move(40, 400)
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
  await go("Pay with Halyard", "PayLoading")
  await page.mouse.click(40, 400)
  await closed()
})

test("a click on the overlay closes the modal, unless it started inside the card; the page does not scroll meanwhile, nor jump afterwards", async ({
  playground,
  page,
}) => {
  const { card, closed, open, openModal, view, wallet } = await playground.visit()
  await openModal()
  // The middle stays inside when late parts change the card's height.
  const { x = 0, y = 0, width = 0, height = 0 } = (await card.boundingBox()) ?? {}
  await page.mouse.move(x + width / 2, y + height / 2)
  await page.mouse.down()
  await page.mouse.move(5, 300)
  await page.mouse.up()
  // The modal is still usable, so it did not close.
  await wallet("all").click()
  await expect(view("AllWallets")).toBeVisible()

  await page.mouse.click(5, 300)
  await closed()

  await page.evaluate(() => {
    document.documentElement.style.overflow = "scroll"
    scrollTo({ top: 120, behavior: "instant" })
  })
  const state = () =>
    page.evaluate(() => [document.documentElement.style.overflow, scrollY, document.body.style.padding])
  const before = await state()
  await open("Connect")
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).toBe("hidden")
  await page.mouse.move(5, 300)
  await page.mouse.wheel(0, 400)
  const scrolled = await page.evaluate(async () => {
    // A wheel scrolls in the next frames.
    for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame)
    return scrollY
  })
  expect(scrolled).toBe(120)
  await page.keyboard.press("Escape")
  await closed()
  expect(await state()).toEqual(before)
})
