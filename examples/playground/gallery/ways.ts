/** Ways that lead from a state, by its controls. */
export interface Ways {
  /** Whether a control leads to the previous view. */
  readonly back: boolean
  /** Whether a control closes the modal. */
  readonly out: boolean
  /** Names of the view's own controls. */
  readonly on: readonly string[]
  /** Whether the view is waiting for something. */
  readonly waiting: boolean
}

/** Reads the ways from a dialog, which must be in English. */
export const waysOf = (dialog: Element): Ways => {
  const usable = (within: Element | null) =>
    [...(within?.querySelectorAll<HTMLElement>("button, a[href], input, [role=tab]") ?? [])].filter(
      (one) =>
        one.checkVisibility() && !one.matches(":disabled, [aria-disabled=true]") && one.closest("[inert]") === null,
    )
  const header = usable(dialog.querySelector("#portico-title")?.parentElement ?? null).map(nameOf)
  const view = usable(dialog.querySelector("[data-view]"))
  return {
    back: header.includes("Back"),
    out: header.includes("Close"),
    on: view.map(nameOf),
    waiting: dialog.querySelector("[data-view] [aria-busy=true]") !== null,
  }
}

/** Whether a state has no controls and no way back. While it waits for something, closing the modal is enough. */
export const isDeadEnd = ({ back, out, on, waiting }: Ways): boolean => !back && on.length === 0 && !(waiting && out)

const nameOf = (element: HTMLElement): string =>
  element.ariaLabel ??
  (element.textContent?.trim().replace(/\s+/g, " ") || element.getAttribute("name") || element.localName)
