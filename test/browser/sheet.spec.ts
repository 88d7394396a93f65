import type { Page } from "@playwright/test"
import { idle } from "./idle.ts"
import { expect, type Playground, alone as test } from "./playground.ts"

test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 760 } })

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: "no-preference" }))

/**
 * Touches the header and drags it down to each distance in turn, in px from the start. Then rests for a second of event
 * time, so it is not thrown. Returns a function that lifts the finger.
 */
const draw = async (page: Page, { header }: Playground, down: readonly number[]) => {
  const { x = 0, y = 0, width = 0 } = (await header.boundingBox()) ?? {}
  const session = await page.context().newCDPSession(page)
  const begun = Date.now() / 1_000
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", after: number, at?: number) =>
    session.send("Input.dispatchTouchEvent", {
      type,
      timestamp: begun + after,
      touchPoints: at === undefined ? [] : [{ x: x + width / 2, y: y + 20 + at }],
    })
  await touch("touchStart", 0, 0)
  for (const [step, at] of down.entries()) await touch("touchMove", 0.02 * (step + 1), at)
  return () => touch("touchEnd", 2)
}

const top = async ({ card }: Playground) => Math.round((await card.boundingBox())?.y ?? -1)
/** Waits until the bottom sheet and its content have stopped moving. Returns the sheet's top edge. */
const settled = async (playground: Playground) => {
  // The code that follows a drag is imported after the view has rendered.
  await idle(playground.page)
  const moving = async (card: Element) => {
    // The card starts to change its height in the frame after its contents have changed.
    for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame)
    return card
      .getAnimations({ subtree: true })
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity).length
  }
  await expect.poll(() => playground.card.evaluate(moving)).toBe(0)
  return top(playground)
}
/** Opens Connect and waits for what the services respond, which changes its height. */
const openConnect = async (playground: Playground) => {
  // Without pending logins, whose space would close at some time.
  await playground.visit({ options: { features: { email: false, socials: false } } })
  await playground.openModal()
  await playground.shows("600+")
  return settled(playground)
}

test("dragging the bottom sheet down far enough closes it; with reduced motion it still follows the drag, and returns at once", async ({
  playground,
  page,
}) => {
  const before = await openConnect(playground)
  const lift = await draw(page, playground, [20, 40, 60])
  await expect.poll(() => top(playground)).toBe(before + 60)
  await lift()
  await expect.poll(() => top(playground)).toBe(before)
  await expect(playground.dialog).toBeVisible()

  await (await draw(page, playground, [40, 80, 120, 160]))()
  await playground.closed()
  await playground.openModal()
  await expect.poll(() => top(playground)).toBe(before)

  await page.emulateMedia({ reducedMotion: "reduce" })
  await settled(playground)
  const drop = await draw(page, playground, [30, 60])
  await expect.poll(() => top(playground)).toBe(before + 60)
  await drop()
  await expect.poll(() => top(playground)).toBe(before)
  expect(await playground.card.evaluate((card) => card.getAnimations().length)).toBe(0)
})

test("a bottom sheet that must not close returns after a drag, and shakes", async ({ playground, page, log }) => {
  await playground.reach("UnsupportedChain")
  const before = await settled(playground)
  await (await draw(page, playground, [60, 120, 180]))()
  await expect.poll(log.refusals).toBe(1)
  await expect.poll(() => top(playground)).toBe(before)
  await expect(playground.dialog).toBeVisible()
})
