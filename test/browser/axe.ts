import type { Page } from "@playwright/test"
import type { AxeResults } from "axe-core"

/**
 * Whether every state is checked in every look (`npm run test:matrix`), else in one. Style sheets are only read again
 * in the matrix, for rules about a screen's orientation.
 */
export const isWhole = process.env.PORTICO_MATRIX !== undefined

/** Rules about rendering; all others are about the markup. */
export const drawn = ["color-contrast", "link-in-text-block", "scrollable-region-focusable"]

/** Violations that axe, loaded in the page, finds in the modal, one per line. Runs all rules unless some are given. */
export const violations = (page: Page, rules?: readonly string[]): Promise<readonly string[]> =>
  page.evaluate(
    async ({ runOnly, preload }) => {
      const root = document.querySelector("portico-modal")?.shadowRoot
      // Waits until a change of theme or size is rendered and animations have ended.
      for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame)
      const ending = root?.getAnimations().filter(({ effect }) => effect?.getTiming().iterations !== Infinity) ?? []
      await Promise.all(ending.map(({ finished }) => finished.catch(() => undefined)))
      // The previous view stays while it fades, and may be higher.
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
