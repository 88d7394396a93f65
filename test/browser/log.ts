import type { Page } from "@playwright/test"

/** Everything the modal showed in order, even briefly. Recorded by the page, because Playwright may look too late. */
export type Log = Awaited<ReturnType<typeof logOf>>

/** Starts recording at the next navigation. */
export const logOf = async (page: Page) => {
  await page.addInitScript(record)
  const notes = (kind: Kind) =>
    page.evaluate((kind) => window.notes.flatMap((note) => (note.kind === kind ? note.text : [])), kind)
  return {
    /** Snacks, such as `success: Address copied`. */
    snacks: () => notes("snack"),
    /** Announcements of live regions, such as `polite: Approve in Halyard`. */
    told: () => notes("told"),
    /** Number of times the modal refused to close. */
    refusals: async () => (await notes("refusal")).length,
    /** Clears the recording. */
    clear: () => page.evaluate(() => void window.notes.splice(0)),
  }
}

type Kind = "snack" | "told" | "refusal"

declare global {
  interface Window {
    notes: { readonly kind: Kind; readonly text: string }[]
  }
}

/** In the page: observes the root of each modal from its first change on. */
const record = () => {
  window.notes = []
  const note = (kind: Kind, text: string) => void window.notes.push({ kind, text })
  const wordsOf = (at: Element): string => {
    if (at.ariaHidden === "true") return ""
    const parts = Array.from(at.childNodes, (node) =>
      node instanceof Element ? wordsOf(node) : (node.textContent ?? ""),
    )
    return parts.join(getComputedStyle(at).display.startsWith("inline") ? "" : " ")
  }
  const plain = (at: Element) => wordsOf(at).replace(/\s+/g, " ").trim()

  /** Records the text of each element whose text changed, and of a new one if `isNew`. */
  const changes = (kind: Kind, prefix: (at: HTMLElement) => string, isNew: (at: HTMLElement) => boolean) => {
    let known = new Map<Element, string>()
    return (all: Iterable<HTMLElement>) => {
      const now = new Map<Element, string>()
      for (const at of all) {
        const [words, before] = [plain(at), known.get(at)]
        now.set(at, words)
        if (words !== "" && words !== before && (before !== undefined || isNew(at)))
          note(kind, `${prefix(at)}: ${words}`)
      }
      known = now
    }
  }
  const watch = (root: ShadowRoot) => {
    const snacks = changes(
      "snack",
      (at) => at.dataset.snack ?? "",
      () => true,
    )
    const isUrgent = (at: Element) => at.role === "alert" || at.ariaLive === "assertive"
    // Screen readers announce an alert when it appears, but only changes of a polite region.
    const regions = changes("told", (at) => (isUrgent(at) ? "assertive" : "polite"), isUrgent)
    const live = "[role=status], [role=alert], [aria-live]:not([aria-live=off])"
    new MutationObserver((records) => {
      const refused = ({ attributeName, target }: MutationRecord) =>
        attributeName === "data-refused" && (target as Element).hasAttribute(attributeName)
      if (records.some(refused)) note("refusal", "")
      snacks(root.querySelectorAll<HTMLElement>("[data-snack]"))
      regions(
        [...root.querySelectorAll<HTMLElement>(live)].filter((at) => !at.closest("[inert]") && at.checkVisibility()),
      )
    }).observe(root, { subtree: true, childList: true, characterData: true, attributes: true })
  }
  const { attachShadow } = Element.prototype
  Element.prototype.attachShadow = function (options) {
    const root = attachShadow.call(this, options)
    if (this.localName === "portico-modal") watch(root)
    return root
  }
}
