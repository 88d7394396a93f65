import { createRequire } from "node:module"
import type { Page } from "@playwright/test"
import type { AxeResults } from "axe-core"
import { idOf, states } from "../../examples/playground/gallery/states.ts"
import { isDeadEnd } from "../../examples/playground/gallery/ways.ts"
import { outOfReach, smallTargets, zoomed } from "./measures.ts"
import { expect, type Playground, test } from "./playground.ts"

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

/** How a view may be looked at. */
interface Look {
  readonly theme: "dark" | "light"
  readonly wide: boolean
  readonly lang: "en" | "ar"
}

const looks: readonly Look[] = (["dark", "light"] as const).flatMap((theme) =>
  [true, false].flatMap((wide) => (["en", "ar"] as const).map((lang) => ({ theme, wide, lang }))),
)

/** The looks that a state is seen in: all eight in `npm run test:matrix`, else one, in turn, so that the states of a view share them. */
const looksOf = (place: number): readonly Look[] =>
  process.env.PORTICO_MATRIX ? looks : [looks[(place * 3) % looks.length]].flatMap((look) => look ?? [])

const toldOf = ({ theme, wide, lang }: Look) => `${theme}, ${wide ? "wide" : "360"}, ${lang}`

for (const [place, state] of states.entries()) {
  const [first, ...others] = looksOf(place)
  if (!first) throw new Error("A state is looked at in no way")
  test(`axe finds nothing in ${state.name}: ${[first, ...others].map(toldOf).join("; ")}`, async ({
    playground,
    page,
  }) => {
    await page.setViewportSize(sizeOf(first))
    const ways = await playground.reach(idOf(state), first)
    expect(isDeadEnd(ways), "nothing leads on or back").toBe(false)
    await isMirrored(playground, first)
    await page.addScriptTag({ path: script })
    expect(await violations(page), toldOf(first)).toEqual([])
    expect.soft(await smallTargets(page), "targets of less than 24 by 24").toEqual([])
    await page.setViewportSize(zoomed)
    expect.soft(await outOfReach(page), "at 400 % zoom").toEqual([])

    for (const look of others) {
      const { theme, lang } = look
      await page.setViewportSize(sizeOf(look))
      await page.evaluate(
        ({ theme, lang }) => {
          window.portico.setThemeMode(theme)
          window.portico.setLocale(lang)
        },
        { theme, lang },
      )
      await expect(page.locator("portico-modal")).toHaveAttribute("data-theme", theme)
      await isMirrored(playground, look)
      expect(await violations(page, drawn), toldOf(look)).toEqual([])
    }
  })
}

const sizeOf = ({ wide }: Look) => (wide ? { width: 1280, height: 800 } : { width: 360, height: 740 })

/** The way out stands where lines end. */
const isMirrored = async ({ dialog, card, header }: Playground, { lang }: Look) => {
  const direction = lang === "ar" ? "rtl" : "ltr"
  await expect(dialog.locator("[dir]").first()).toHaveAttribute("dir", direction)
  const way = await header.getByRole("button").last().boundingBox()
  const box = await card.boundingBox()
  if (!way || !box) throw new Error("There is no way out")
  const [before, after] = [way.x - box.x, box.x + box.width - way.x - way.width]
  expect(direction === "rtl" ? before : after, direction).toBeLessThan(20)
}
