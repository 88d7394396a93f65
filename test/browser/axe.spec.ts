import { createRequire } from "node:module"
import type { Page } from "@playwright/test"
import type { AxeResults } from "axe-core"
import { en } from "../../views/messages/en.ts"
import { languageOf } from "../../views/messages/languages.ts"
import { expect, type Playground, test } from "./playground.ts"
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

for (const [place, { name, visit, phone, act, seen }] of states.entries()) {
  const [first, ...others] = looksOf(place)
  if (!first) throw new Error("A state is looked at in no way")
  test(`axe finds nothing in ${name}: ${[first, ...others].map(toldOf).join("; ")}`, async ({ playground, page }) => {
    if (phone) await onPhone(page)
    await page.setViewportSize(sizeOf(first))
    // A state is reached in English, by the names of its buttons.
    await playground.visit({ ...visit, theme: first.theme })
    await act?.(playground)
    await seen(playground).waitFor()
    await page.evaluate((lang) => window.portico.setLocale(lang), first.lang)
    await isMirrored(playground, first)
    await page.addScriptTag({ path: script })
    expect(await violations(page), toldOf(first)).toEqual([])

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
const isMirrored = async ({ dialog, card }: Playground, { lang }: Look) => {
  const direction = lang === "ar" ? "rtl" : "ltr"
  await expect(dialog.locator("[dir]").first()).toHaveAttribute("dir", direction)
  const { close } = (await languageOf(lang))?.topics.any ?? en.english
  const way = await dialog.getByRole("button", { name: String(close), exact: true }).boundingBox()
  const box = await card.boundingBox()
  if (!way || !box) throw new Error("There is no way out")
  const [before, after] = [way.x - box.x, box.x + box.width - way.x - way.width]
  expect(direction === "rtl" ? before : after, direction).toBeLessThan(20)
}
