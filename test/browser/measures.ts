import type { Page } from "@playwright/test"

/** Interactive controls. */
const controls =
  'a[href], button, input, select, textarea, summary, [role="button"], [role="tab"], [role="option"], [role="switch"], [role="radio"], [role="checkbox"], [role="menuitem"]'

/**
 * Targets smaller than 24 by 24 CSS px and too close to another, one per line: WCAG 2.2, criterion 2.5.8
 * (https://www.w3.org/TR/WCAG22/#target-size-minimum), with its exceptions for spacing and for links in a sentence.
 */
export const smallTargets = (page: Page) =>
  page.evaluate((controls) => {
    const least = 24
    const root = document.querySelector("portico-modal")?.shadowRoot
    const ink = (element: Element) => (element.matches("label input") ? element.closest("label") : null) ?? element
    const targets = Array.from(root?.querySelectorAll(controls) ?? [])
      .filter((at) => !at.closest("[inert]") && at.checkVisibility({ visibilityProperty: true }))
      .map((at) => ({ at, box: ink(at).getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0 && box.height > 0)
    const inSentence = (at: Element) =>
      getComputedStyle(at).display.startsWith("inline") &&
      Array.from(at.parentNode?.childNodes ?? []).some((node) => node.nodeType === 3 && node.textContent?.trim())
    const isSmall = ({ width, height }: DOMRect) => width < least - 0.5 || height < least - 0.5
    const middle = (box: DOMRect) => [box.x + box.width / 2, box.y + box.height / 2] as const
    return targets
      .filter(({ at, box }) => {
        if (!isSmall(box) || inSentence(at)) return false
        const [x, y] = middle(box)
        return targets.some((other) => {
          if (other.at === at || other.at.contains(at) || at.contains(other.at)) return false
          const [left, right] = [other.box.left - x, x - other.box.right]
          const [above, below] = [other.box.top - y, y - other.box.bottom]
          const [ox, oy] = middle(other.box)
          const apart = Math.hypot(Math.max(left, right, 0), Math.max(above, below, 0))
          return apart < least / 2 || (isSmall(other.box) && Math.hypot(ox - x, oy - y) < least)
        })
      })
      .map(({ at, box }) => `${Math.round(box.width)} by ${Math.round(box.height)}: ${at.outerHTML.slice(0, 160)}`)
  }, controls)

/** A window of 1280 by 1024 at 400% zoom (https://www.w3.org/TR/WCAG22/#reflow). */
export const zoomed = { width: 320, height: 256 }

/** Elements wider than the card, and controls that cannot be scrolled into view, one per line. */
export const outOfReach = (page: Page) =>
  page.evaluate(async (controls) => {
    for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame)
    const root = document.querySelector("portico-modal")?.shadowRoot
    const card = root?.querySelector("[data-bar]")?.parentElement
    if (!root || !card) return ["there is no card"]
    const limits = card.getBoundingClientRect()
    if (limits.left < -0.5 || limits.right > innerWidth + 0.5) return ["the card is wider than the window"]
    const seen = Array.from(card.querySelectorAll("*")).filter(
      (at) => !at.closest("[inert]") && at.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
    )
    const told = (what: string, at: Element) => `${what}: ${at.outerHTML.slice(0, 160)}`
    const hasText = (at: Element) =>
      Array.from(at.childNodes).some((node) => node.nodeType === 3 && node.textContent?.trim())
    const parents = (at: Element) => {
      const chain: Element[] = []
      for (let up = at.parentElement; up && up !== card; up = up.parentElement) chain.push(up)
      return chain
    }
    /** Can be scrolled horizontally, or is cut off by an ellipsis on purpose. */
    const isCut = (at: Element) => {
      const { overflowX, textOverflow } = getComputedStyle(at)
      const scrolls =
        /auto|scroll/.test(overflowX) && at.scrollWidth > at.clientWidth && !at.querySelector("[data-view]")
      return scrolls || (overflowX !== "visible" && textOverflow === "ellipsis")
    }
    const wide = seen.filter((at) => {
      if (!(hasText(at) || at.matches(controls))) return false
      const { left, right, width } = at.getBoundingClientRect()
      if (width <= 1 || (left >= limits.left - 1 && right <= limits.right + 1)) return false
      return !parents(at).some(isCut)
    })
    const hidden: Element[] = []
    for (const at of seen.filter((at) => at.matches(controls))) {
      const target = (at.matches("label input") ? at.closest("label") : null) ?? at
      if (getComputedStyle(target).pointerEvents === "none") continue
      target.scrollIntoView({ block: "center", inline: "center", behavior: "instant" })
      const box = target.getBoundingClientRect()
      if (box.width <= 1 || box.height <= 1) continue
      // A snack covers the view only briefly.
      const there = root.elementsFromPoint(box.x + box.width / 2, box.y + box.height / 2)
      const found = there.find(
        (one) => root.contains(one) && !one.closest("[data-snack], [role=status]:has([data-snack])"),
      )
      if (!found || !(target.contains(found) || found.closest("label")?.contains(target))) hidden.push(at)
    }
    return [...wide.map((at) => told("too wide", at)), ...hidden.map((at) => told("never in sight", at))]
  }, controls)

/** Running movements, one per line. Elements that only fade or wait to appear do not count. */
export const moving = (page: Page) =>
  page.evaluate(() => {
    const stands = ["opacity", "visibility", "offset", "computedOffset", "easing", "composite"]
    const running = document.querySelector("portico-modal")?.shadowRoot?.getAnimations() ?? []
    return running.flatMap(({ effect }) => {
      if (!(effect instanceof KeyframeEffect)) return []
      const changed = effect
        .getKeyframes()
        .flatMap((frame) => Object.keys(frame).filter((name) => !stands.includes(name)))
      const lasts = Number(effect.getTiming().duration) > 10
      return lasts && changed.length > 0 ? [`${changed.join()}: ${effect.target?.outerHTML.slice(0, 160)}`] : []
    })
  })
