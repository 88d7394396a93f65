import type { Page } from "@playwright/test"
import type { AxeResults } from "axe-core"

/** Every state in every look, for `npm run test:matrix`; else each in one. The sheets are read again only then, for rules on a screen's orientation. */
export const isWhole = process.env.PORTICO_MATRIX !== undefined

/** The rules about how things are drawn; all others are about the markup. */
export const drawn = ["color-contrast", "link-in-text-block", "scrollable-region-focusable"]

/** What axe, which the page has, finds in the modal, in one line a finding; by all of its rules, unless some are named. */
export const violations = (page: Page, rules?: readonly string[]): Promise<readonly string[]> =>
  page.evaluate(
    async ({ runOnly, preload }) => {
      const root = document.querySelector("portico-modal")?.shadowRoot
      // A change of theme or size is drawn, and has come to rest.
      for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame)
      const ending = root?.getAnimations().filter(({ effect }) => effect?.getTiming().iterations !== Infinity) ?? []
      await Promise.all(ending.map(({ finished }) => finished.catch(() => undefined)))
      // The view before stays while it fades, and may be higher.
      const fading = "[inert]:has(~ [data-view]), [data-view] ~ [inert]"
      while (root?.querySelector(fading)) await new Promise(requestAnimationFrame)
      const { axe } = window as unknown as {
        axe: { run(context: Element | null, options: object): Promise<AxeResults> }
      }
      const { violations } = await axe.run(document.querySelector("portico-modal"), {
        resultTypes: ["violations"],
        preload,
        ...(runOnly && { runOnly }),
      })
      return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`))
    },
    { runOnly: rules, preload: isWhole },
  )
