/** Where a visitor can go from a state, by what can be pressed there. */
export interface Ways {
  /** To the view before. */
  readonly back: boolean
  /** Out of the modal. */
  readonly out: boolean
  /** What can be pressed or filled in in the view itself, by name. */
  readonly on: readonly string[]
  /** Something is on its way there. */
  readonly waiting: boolean
}

/** The ways that lead from what a dialog shows. It is read in English. */
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

/** A state with nothing to press in it and no way back. While something is on its way there, the way out is enough. */
export const isDeadEnd = ({ back, out, on, waiting }: Ways): boolean => !back && on.length === 0 && !(waiting && out)

const nameOf = (element: HTMLElement): string =>
  element.ariaLabel ??
  (element.textContent?.trim().replace(/\s+/g, " ") || element.getAttribute("name") || element.localName)
