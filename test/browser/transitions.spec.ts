import type { Page } from "@playwright/test"
import type { PublicView } from "../../src/navigation/first-paint/model/routes.ts"
import { idle, keepIdle } from "./idle.ts"
import { expect, freeze, type Playground, alone as test } from "./playground.ts"

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: "no-preference" }))

// No test waits for or measures wall time: animations are paused, moved to points of their timeline and finished by the
// test.

/** Pauses everything at its start: timers by the test's clock, animations by the browser. */
const stopped = async ({ connect, page, visit }: Playground, isConnected = false) => {
  await keepIdle(page)
  await page.clock.install()
  // Without pending logins, whose space would close at some time.
  await visit({ options: { features: { email: false, socials: false } } })
  if (isConnected) await connect()
  const session = await page.context().newCDPSession(page)
  await session.send("Animation.enable")
  return {
    stop: async () => {
      await freeze(page)
      await session.send("Animation.setPlaybackRate", { playbackRate: 0 })
    },
    go: async () => {
      await session.send("Animation.setPlaybackRate", { playbackRate: 1 })
      await session.detach()
    },
  }
}

/** Clicks without waiting until the target stops moving. */
const press = (playground: Playground, name: string) => playground.button(name).dispatchEvent("click")

/** The views in the card, with those that fade out; their container, and the element whose height animates. */
const stage = (playground: Playground) => playground.dialog.locator("[data-view]").locator("..")
const body = (playground: Playground) => stage(playground).locator("../..")

/** Waits until changes are rendered, with those that follow from their layout, and animations have started. */
const drawn = (page: Page) => idle(page, 3)

/** Height to which the card's height changes. */
const aim = (playground: Playground) =>
  body(playground).evaluate((box) => {
    const heightOf = (one: Element | null) => one?.getBoundingClientRect().height ?? 0
    return Number.parseFloat(box.style.blockSize) + heightOf(box.parentElement) - heightOf(box)
  })

/** Properties that animations in the modal change, except endless ones (a beam, a spinner). */
const moved = (page: Page) =>
  page.evaluate(() => {
    const root = document.querySelector("portico-modal")?.shadowRoot
    const changing = (root?.getAnimations() ?? []).filter(({ effect }) => effect?.getTiming().iterations !== Infinity)
    const own = new Set(["offset", "computedOffset", "easing", "composite"])
    const names = changing.flatMap(({ effect }) =>
      (effect as KeyframeEffect).getKeyframes().flatMap((frame) => Object.keys(frame).filter((name) => !own.has(name))),
    )
    return [...new Set(names)].sort()
  })

/** Heights of the card at steps of its animations' timeline. */
const heights = (page: Page) =>
  page.evaluate(() => {
    const root = document.querySelector("portico-modal")?.shadowRoot
    const card = root?.querySelector("[data-bar]")?.parentElement
    const animations = root?.getAnimations() ?? []
    const steps = Array.from({ length: 31 }, (_, step) => step / 30)
    return steps.map((step) => {
      for (const animation of animations) {
        const { endTime } = animation.effect?.getComputedTiming() ?? {}
        // Just before its end, where a transition is removed.
        if (Number.isFinite(endTime)) animation.currentTime = (endTime as number) * step * 0.9999
      }
      return card?.getBoundingClientRect().height ?? 0
    })
  })

/** Finishes all animations, runs the timers and returns what is left. */
const rest = async (playground: Playground) => {
  const { page } = playground
  await page.evaluate(() => {
    for (const animation of document.querySelector("portico-modal")?.shadowRoot?.getAnimations() ?? [])
      if (animation.effect?.getTiming().iterations !== Infinity) animation.finish()
  })
  await page.clock.runFor(1_000)
  await drawn(page)
  return page.evaluate(() => {
    const root = document.querySelector("portico-modal")?.shadowRoot
    const view = root?.querySelector("[data-view]")
    const layers = [...(view?.parentElement?.children ?? [])]
    const box = view?.parentElement?.parentElement?.parentElement
    const asked = [...(box?.children ?? [])].reduce((sum, { scrollHeight }) => sum + scrollHeight, 0)
    return {
      views: layers.map((layer) => layer.getAttribute("data-view")),
      styles: [root?.querySelector("[data-bar]")?.parentElement, ...layers].map(
        (one) => one?.getAttribute("style") ?? "",
      ),
      inert: root?.querySelectorAll("[inert]").length,
      moving: (root?.getAnimations() ?? []).filter(({ effect }) => effect?.getTiming().iterations !== Infinity).length,
      fits: Math.abs((box?.getBoundingClientRect().height ?? 0) - asked) <= 1,
    }
  })
}

/**
 * Expects that nothing but one view is left. The card's height may start to change again when its contents have been
 * laid out again, so animations are finished until none is left.
 */
const rests = (playground: Playground, view: string) =>
  expect.poll(() => rest(playground)).toEqual({ views: [view], styles: ["", ""], inert: 0, moving: 0, fits: true })

test("clicking on during a view transition leads to the right view, and nothing of the others is left; the first frame of an opening shows the card; with reduced motion views change at once", async ({
  playground,
  page,
}) => {
  const motion = await stopped(playground)
  await playground.openModal()
  for (const name of ["What is a Wallet?", "Get a Wallet"]) {
    // Their code is loaded then.
    await press(playground, name)
    await drawn(page)
  }
  await playground.view("GetWallet").locator("[data-wallet]").first().waitFor()
  await press(playground, "Back")
  await playground.view("WhatIsAWallet").waitFor()
  await press(playground, "Back")
  await playground.wallet("walletConnect").waitFor()
  await expect(stage(playground).locator("> *")).toHaveCount(1)

  await motion.stop()
  await press(playground, "What is a Wallet?")
  await playground.view("WhatIsAWallet").waitFor({ state: "attached" })
  await drawn(page)
  await expect(stage(playground).locator("> *")).toHaveCount(2)
  expect((await moved(page)).length).toBeGreaterThan(0)
  await press(playground, "Get a Wallet")
  await playground.view("GetWallet").waitFor({ state: "attached" })
  await press(playground, "Back")
  await playground.view("WhatIsAWallet").waitFor({ state: "attached" })
  await press(playground, "Get a Wallet")
  await playground.view("GetWallet").waitFor({ state: "attached" })
  await drawn(page)
  expect((await moved(page)).length).toBeGreaterThan(0)
  await rests(playground, "GetWallet")

  await press(playground, "Back")
  await press(playground, "Back")
  await playground.view("Connect").waitFor({ state: "attached" })
  await rests(playground, "Connect")

  await page.keyboard.press("Escape")
  await expect.poll(() => rest(playground).then(() => playground.dialog.isVisible())).toBe(false)
  await page.evaluate(() => void window.portico.open())
  await playground.view("Connect").waitFor({ state: "attached" })
  await drawn(page)
  await expect.poll(() => moved(page)).toContain("opacity")
  // Its animations are paused at their start.
  const opacity = await page.locator("portico-modal dialog").evaluate((dialog) => getComputedStyle(dialog).opacity)
  expect(Number(opacity)).toBeGreaterThan(0)
  await rests(playground, "Connect")

  await page.emulateMedia({ reducedMotion: "reduce" })
  await press(playground, "What is a Wallet?")
  await playground.view("WhatIsAWallet").waitFor()
  await drawn(page)
  expect(await moved(page)).toEqual([])
  // The view before does not cover the new one.
  await expect(stage(playground).locator("> *").filter({ visible: true })).toHaveCount(1)
  const now = await body(playground).boundingBox()
  await expect.poll(() => rest(playground)).toMatchObject({ views: ["WhatIsAWallet"], moving: 0, fits: true })
  expect((await body(playground).boundingBox())?.height).toBe(now?.height)
  await motion.go()
})

test("the card's height changes in one direction only, and only cheap properties are animated: Account, Networks, AllWallets, Connect", async ({
  playground,
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  const motion = await stopped(playground, true)
  const open = (view: PublicView) => page.evaluate((view) => void window.portico.open({ view }), view)
  const height = async () => (await playground.card.boundingBox())?.height ?? 0
  const settled = async (view: PublicView) => {
    await open(view)
    await playground.view(view).waitFor()
    await page.waitForLoadState("networkidle")
    // Services of the demo respond without the network.
    await expect(playground.dialog.locator('[aria-busy="true"]')).toHaveCount(0)
    const seen: number[] = []
    await expect
      .poll(async () => {
        await rest(playground)
        seen.unshift(await height())
        return seen.length > 2 && new Set(seen.slice(0, 3)).size === 1
      })
      .toBe(true)
    return height()
  }
  const ways: [view: PublicView, height: number][] = []
  for (const view of ["Connect", "AllWallets", "Networks"] as const) ways.unshift([view, await settled(view)])
  let before = await settled("Account")
  await motion.stop()
  for (const [view, after] of ways) {
    expect(before).not.toBe(after)
    await open(view)
    await playground.view(view).waitFor({ state: "attached" })
    await drawn(page)
    // Contents that are laid out late change it again.
    await expect.poll(() => aim(playground)).toBeCloseTo(after, 0)
    await drawn(page)
    const seen = await heights(page)
    expect(await moved(page)).toEqual(["height", "opacity", "transform"])
    const way = Math.sign(after - before)
    expect(seen.filter((here, at) => at > 0 && (here - (seen[at - 1] ?? here)) * way < -0.01)).toEqual([])
    expect(seen[0]).toBeCloseTo(before, 0)
    expect(seen.at(-1)).toBeCloseTo(after, 0)
    // No step of 5 ms covers more than a fifth of the distance, so it does not jump.
    const steps = seen.map((here, at) => Math.abs(here - (seen[at - 1] ?? here)))
    expect(Math.max(...steps)).toBeLessThan(Math.abs(after - before) / 5 + 1)
    await expect.poll(() => rest(playground)).toMatchObject({ views: [view], moving: 0 })
    before = after
  }
  await motion.go()
})
