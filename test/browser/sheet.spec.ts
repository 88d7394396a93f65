import type { Page } from "@playwright/test"
import { expect, type Playground, alone as test } from "./playground.ts"

test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 760 } })

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: "no-preference" }))

/** Puts a finger on the sheet's bar and draws it down by each of the distances in turn, in pixels from where it began; the answer lifts it. */
const draw = async (page: Page, { header }: Playground, down: readonly number[]) => {
  const box = await header.boundingBox()
  if (!box) throw new Error("There is no bar")
  const [x, y] = [box.x + box.width / 2, box.y + 20]
  const session = await page.context().newCDPSession(page)
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", at?: number) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints: at === undefined ? [] : [{ x, y: y + at }] })
  await touch("touchStart", 0)
  for (const at of down) await touch("touchMove", at)
  // A finger that rests throws nothing.
  await page.waitForTimeout(200)
  return () => touch("touchEnd")
}

const top = async ({ card }: Playground) => Math.round((await card.boundingBox())?.y ?? -1)
/** The sheet has come in, and hears fingers. */
const settled = async (playground: Playground) => {
  await playground.page.waitForLoadState("networkidle")
  await expect.poll(() => playground.card.evaluate((card) => card.getAnimations().length)).toBe(0)
  return top(playground)
}

test("a finger drags the sheet down by its bar, and far enough closes it", async ({ playground, page }) => {
  await playground.visit()
  await playground.openModal()
  const before = await settled(playground)
  const lift = await draw(page, playground, [20, 40, 60])
  expect(await top(playground)).toBe(before + 60)
  await lift()
  await expect.poll(() => top(playground)).toBe(before)
  await expect(playground.dialog).toBeVisible()

  await (await draw(page, playground, [40, 80, 120, 160]))()
  await expect(playground.dialog).toHaveCount(0)
  await playground.openModal()
  await expect.poll(() => top(playground)).toBe(before)
})

test("a sheet that may not be closed comes back when it is dragged, and says so", async ({ playground, page }) => {
  await playground.reach("UnsupportedChain")
  const before = await settled(playground)
  await (await draw(page, playground, [60, 120, 180]))()
  await expect(playground.dialog).toHaveAttribute("data-refused", "")
  await expect.poll(() => top(playground)).toBe(before)
  await expect(playground.dialog).toBeVisible()
})

test("with reduced motion a sheet still follows the finger, and is back at once", async ({ playground, page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" })
  await playground.visit()
  await playground.openModal()
  const before = await settled(playground)
  await (await draw(page, playground, [30, 60]))()
  expect(await playground.card.evaluate((card) => card.getAnimations().length)).toBe(0)
  expect(await top(playground)).toBe(before)
})
