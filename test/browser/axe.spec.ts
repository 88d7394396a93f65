import { createRequire } from "node:module"
import type { Page } from "@playwright/test"
import type { AxeResults } from "axe-core"
import { expect, test } from "./playground.ts"
import { onPhone, states } from "./states.ts"

const script = createRequire(import.meta.url).resolve("axe-core/axe.min.js")

/** The rules about how things are drawn; all others are about the markup. */
const drawn = ["color-contrast", "link-in-text-block", "scrollable-region-focusable"]

/** What axe finds in the modal, in one line a finding; by all of its rules, unless some are named. */
const violations = async (page: Page, rules?: readonly string[]) => {
  const { violations } = await page.evaluate(async (runOnly) => {
    const root = document.querySelector("portico-modal")?.shadowRoot
    // A change of theme or size is drawn, and has come to rest.
    for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame)
    const ending = root?.getAnimations().filter(({ effect }) => effect?.getTiming().iterations !== Infinity) ?? []
    await Promise.all(ending.map(({ finished }) => finished.catch(() => undefined)))
    const { axe } = window as unknown as { axe: { run(context: Element | null, options: object): Promise<AxeResults> } }
    return axe.run(document.querySelector("portico-modal"), {
      resultTypes: ["violations"],
      ...(runOnly && { runOnly }),
    })
  }, rules)
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`))
}

test.describe.configure({ mode: "parallel" })

/** Nothing moves: colours are measured as they stay. */
test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: "reduce" }))

for (const { name, visit, phone, act, seen } of states) {
  test(`axe finds nothing in ${name}: dark and light, wide and 360`, async ({ playground, page }) => {
    if (phone) await onPhone(page)
    await playground.visit({ ...visit, theme: "dark" })
    await act?.(playground)
    await seen(playground).waitFor()
    await page.addScriptTag({ path: script })
    expect(await violations(page), "dark").toEqual([])

    await page.setViewportSize({ width: 360, height: 740 })
    expect(await violations(page, drawn), "dark, 360 wide").toEqual([])
    await page.evaluate(() => window.portico.setThemeMode("light"))
    await expect(page.locator("portico-modal")).toHaveAttribute("data-theme", "light")
    expect(await violations(page), "light, 360 wide").toEqual([])
    await page.setViewportSize({ width: 1280, height: 800 })
    expect(await violations(page, drawn), "light").toEqual([])
  })
}

test("axe finds nothing in a right-to-left language, and everything is mirrored", async ({ playground, page }) => {
  for (const name of [
    "Connect",
    "AllWallets",
    "ConnectingExternal, declined",
    "Account",
    "ProfileWallets",
    "Networks",
  ]) {
    const state = states.find((one) => one.name === name)
    if (!state) throw new Error(`There is no state ${name}`)
    await playground.visit({ ...state.visit, lang: "ar" })
    await state.act?.(playground)
    await state.seen(playground).waitFor()
    await page.addScriptTag({ path: script })
    expect(await violations(page), name).toEqual([])
    expect(await playground.dialog.evaluate((dialog) => dialog.querySelector("[dir]")?.getAttribute("dir"))).toBe("rtl")
    const close = await playground.dialog.getByRole("button", { name: "Close" }).boundingBox()
    const card = await playground.header.boundingBox()
    expect((close?.x ?? 0) - (card?.x ?? 0), name).toBeLessThan(20)
  }
})
