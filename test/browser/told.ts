import type { Page } from "@playwright/test"

/** Listens to the modal's live regions from now on, as a screen reader does. */
export const listen = (page: Page) =>
  page.evaluate(() => {
    const root = document.querySelector("portico-modal")?.shadowRoot
    if (!root) throw new Error("There is no modal")
    const log: string[] = []
    window.told = log
    const known = new Map<Element, string>()
    const wordsOf = (at: Element): string => {
      if (at.ariaHidden === "true") return ""
      const parts = Array.from(at.childNodes, (node) =>
        node instanceof Element ? wordsOf(node) : (node.textContent ?? ""),
      )
      return parts.join(getComputedStyle(at).display.startsWith("inline") ? "" : " ")
    }
    const hear = () => {
      const regions = root.querySelectorAll("[role=status], [role=alert], [aria-live]:not([aria-live=off])")
      const now = new Map<Element, string>()
      for (const at of regions) {
        if (at.closest("[inert]") || !at.checkVisibility()) continue
        const urgent = at.role === "alert" || at.ariaLive === "assertive"
        const words = wordsOf(at).replace(/\s+/g, " ").trim()
        const before = known.get(at)
        now.set(at, words)
        // What a polite region comes with is not told; what an alert comes with is.
        if (words === "" || words === before || (before === undefined && !urgent)) continue
        log.push(`${urgent ? "assertive" : "polite"}: ${words}`)
      }
      known.clear()
      for (const [at, words] of now) known.set(at, words)
    }
    hear()
    const watched = { subtree: true, childList: true, characterData: true, attributes: true } as const
    new MutationObserver(hear).observe(root, watched)
  })

/** What the live regions have told since, in order, each with how urgently. */
export const told = (page: Page) => page.evaluate(() => window.told)

declare global {
  interface Window {
    told?: string[]
  }
}
