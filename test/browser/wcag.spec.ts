import type { Page } from "@playwright/test"
import { viewOf } from "../../examples/playground/gallery/coverage.ts"
import { idOf, type State, states } from "../../examples/playground/gallery/states.ts"
import { isDeadEnd } from "../../examples/playground/gallery/ways.ts"
import { drawn, isWhole, violations } from "./axe.ts"
import { moving, outOfReach, smallTargets, zoomed } from "./measures.ts"
import { expect, test } from "./playground.ts"
import { clipped, hardCoded } from "./words.ts"

test.describe.configure({ mode: "parallel" })
// Tests share one page, because loading it takes longer than checking it.
test.use({ keepsPage: true })

/** Appearance in which a view is checked. */
interface Look {
  readonly theme: "dark" | "light"
  readonly wide: boolean
  readonly lang: "en" | "ar"
}

/** All eight, ordered so neighbors differ little. */
const looks: readonly Look[] = [true, false].flatMap((wide) =>
  (["dark", "light"] as const).flatMap((theme) =>
    ((theme === "dark") === wide ? (["en", "ar"] as const) : (["ar", "en"] as const)).map((lang) => ({
      theme,
      wide,
      lang,
    })),
  ),
)

/**
 * Looks of a state: all eight in `npm run test:matrix`, else one, rotated so the states of a view cover different ones.
 */
const looksOf = (place: number): readonly Look[] =>
  isWhole ? looks : [looks[(place * 3) % looks.length]].flatMap((look) => look ?? [])

/** Whether a state is checked in the pseudo-locale: all in `npm run test:matrix`, else the first of each view. */
const isRead = (state: State): boolean => isWhole || states.find((one) => viewOf(one) === viewOf(state)) === state

const toldOf = ({ theme, wide, lang }: Look) => `${theme}, ${wide ? "wide" : "360"}, ${lang}`

for (const [place, state] of states.entries()) {
  const [first, ...others] = looksOf(place)
  if (!first) throw new Error("A state is looked at in no way")
  test(`axe finds nothing in ${state.name}: ${[first, ...others].map(toldOf).join("; ")}`, async ({
    playground,
    page,
    axe,
  }) => {
    await page.setViewportSize(sizeOf(first))
    const ways = await playground.reach(idOf(state), first)
    expect(isDeadEnd(ways), "nothing leads on or back").toBe(false)
    expect.soft(await moving(page), "in spite of reduced motion").toEqual([])
    await prepare(page, axe)

    for (const look of [first, ...others]) {
      await turn(page, look)
      await isMirrored(page, look)
      // Markup and positions are the same in both themes.
      const known = look.theme !== looks[0]?.theme && isWhole
      expect.soft(await violations(page, known ? drawn : undefined), toldOf(look)).toEqual([])
      if (!known) expect.soft(await smallTargets(page), `smaller than 24 by 24: ${toldOf(look)}`).toEqual([])
    }

    await page.setViewportSize(zoomed)
    expect.soft(await outOfReach(page), "at 400 % zoom").toEqual([])
    if (isWhole) {
      await speak(page, "ar")
      expect.soft(await outOfReach(page), "at 400 % zoom, ar").toEqual([])
    }
    if (!isRead(state)) return
    await page.setViewportSize(narrow)
    await speak(page, "en-XA")
    expect.soft(await hardCoded(page), "words of no table").toEqual([])
    expect.soft(await clipped(page), "text that is cut").toEqual([])
  })
}

test("axe checks the texts of the modal", async ({ playground, page, axe }) => {
  const [state] = states
  if (!state) throw new Error("The gallery has no state")
  await playground.reach(idOf(state), { theme: "light", lang: "en" })
  await prepare(page, axe)
  await page.evaluate(() => {
    const texts = document.querySelector("portico-modal")?.shadowRoot?.querySelectorAll<HTMLElement>("[data-view] *")
    for (const text of texts ?? []) text.style.color = "#9a9a9a"
  })
  expect((await violations(page, drawn)).join()).toContain("color-contrast")
})

/** Loads axe, and hides the page behind the modal, which is not checked but would take a third of the time. */
const prepare = async (page: Page, axe: string) => {
  if (await page.evaluate(() => "axe" in window)) return
  await page.addScriptTag({ url: axe })
  // axe takes everything for hidden that overflows a body without height.
  await page.addStyleTag({ content: "body { min-height: 100vh } body > :not(portico-modal) { display: none }" })
}

const wide = { width: 1280, height: 800 }
const narrow = { width: 360, height: 740 }
const sizeOf = (look: Look) => (look.wide ? wide : narrow)

/** Switches the page to a look. */
const turn = async (page: Page, look: Look) => {
  const { width } = sizeOf(look)
  if (page.viewportSize()?.width !== width) await page.setViewportSize(sizeOf(look))
  await speak(page, look.lang, look.theme)
}

/** Switches the modal's language and theme, and waits for the messages, their direction and the theme. */
const speak = async (page: Page, lang: string, theme?: Look["theme"]) => {
  await page.evaluate(
    ({ lang, theme }) => {
      if (theme) window.portico.setThemeMode(theme)
      window.portico.setLocale(lang)
    },
    { lang, theme },
  )
  const wanted = `dialog [dir="${lang === "ar" ? "rtl" : "ltr"}"][lang="${lang}"]`
  await page.waitForFunction(
    ({ wanted, theme }) => {
      const host = document.querySelector<HTMLElement>("portico-modal")
      return host?.shadowRoot?.querySelector(wanted) && (theme === undefined || host.dataset.theme === theme)
    },
    { wanted, theme },
  )
}

/** The close button is at the end of the line. */
const isMirrored = async (page: Page, { lang }: Look) => {
  const [before, after] = await page.evaluate(() => {
    const header = document.querySelector("portico-modal")?.shadowRoot?.querySelector("dialog h1")?.parentElement
    const [way] = [...(header?.querySelectorAll("button") ?? [])].filter((one) => one.checkVisibility()).reverse()
    const box = header?.parentElement?.getBoundingClientRect()
    const { left, right } = way?.getBoundingClientRect() ?? {}
    if (!box || left === undefined || right === undefined) throw new Error("There is no way out")
    return [left - box.left, box.right - right] as const
  })
  expect(lang === "ar" ? before : after, lang).toBeLessThan(20)
}
