import type { DialogSlots } from "../../../services/Dialog.ts"

/** A native dialog in the page. Contains only what the first paint needs, without reactions to events. */
export interface DialogElement {
  readonly dialog: HTMLDialogElement
  readonly slots: DialogSlots
  /** Adds the host element to the body, if `inject` is set and the body exists. */
  attach(): void
  /** Shows the dialog, then calls `shown`. Waits until the host element is attached, unless `hide` or another `show` is called first. */
  show(shown?: () => void): void
  /** Hides the dialog, releases its scroll lock and restores the focus. */
  hide(): void
  /** Hides the dialog and removes it permanently, along with the host element if `inject` is set. */
  remove(): void
}

/**
 * Returns the dialog in the shadow root of `element`, created on first use. Its two children are never moved, because moving a secure frame
 * would reload it. `inject` only counts on first use: `attach` and `show` then add the element to the body.
 */
export const dialogElementOf = (element: HTMLElement, inject: boolean): DialogElement => {
  const known = boxes.get(element)
  if (known) return known
  const made = make(element, inject)
  boxes.set(element, made)
  return made
}

const boxes = new WeakMap<HTMLElement, DialogElement>()

const make = (element: HTMLElement, inject: boolean): DialogElement => {
  const page = element.ownerDocument
  const root = element.shadowRoot ?? element.attachShadow({ mode: "open" })
  const dialog = page.createElement("dialog")
  dialog.tabIndex = -1
  dialog.setAttribute("aria-modal", "true")
  dialog.setAttribute("aria-labelledby", "portico-title")
  dialog.setAttribute("closedby", "none")
  const views = page.createElement("div")
  views.dataset.slot = "views"
  const frame = page.createElement("div")
  frame.dataset.slot = "frame"
  dialog.append(views, frame)
  root.append(dialog)
  const attach = () => {
    // A script in the head may open the modal before the body exists. `show` waits for the body.
    const body: HTMLElement | null = page.body
    if (inject && !element.isConnected) body?.append(element)
  }

  let opener: Element | null = null
  let locked: (() => void) | undefined
  let pendingFrame: number | undefined
  const wait = (next?: () => void) => {
    if (pendingFrame !== undefined) page.defaultView?.cancelAnimationFrame(pendingFrame)
    pendingFrame = next && page.defaultView?.requestAnimationFrame(next)
  }
  const show = (shown?: () => void) => {
    wait()
    if (!dialog.open) {
      attach()
      // No event reports that the element was attached, which may happen in another shadow root. So each frame checks for it.
      if (!element.isConnected) return wait(() => show(shown))
      opener = focused(page)
      locked = lockScroll(page)
      dialog.showModal()
      // Focuses the dialog itself, not its first button. So screen readers announce its name, and no focus ring appears without a key
      // press.
      dialog.focus({ preventScroll: true })
    }
    shown?.()
  }
  const hide = () => {
    wait()
    if (!dialog.open) return
    dialog.close()
    delete dialog.dataset.demoted
    locked?.()
    locked = undefined
    // Without this, the hidden element would count as focused until the next frame.
    if (root.activeElement instanceof HTMLElement) root.activeElement.blur()
    if (opener instanceof HTMLElement) giveBack(page, opener)
    opener = null
  }
  return {
    dialog,
    slots: { root, views, frame },
    attach,
    show,
    hide,
    remove: () => {
      hide()
      dialog.remove()
      if (inject) element.remove()
      boxes.delete(element)
    },
  }
}

const focused = (page: Document): Element | null => {
  let at = page.activeElement
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement
  return at === page.body ? null : at
}

/**
 * Restores the focus to the opener. In the meantime, the site may have disabled that button, or Portico's Connect button may have become
 * the account button. So this tries again in the next frame, unless something else has the focus by then.
 */
const giveBack = (page: Document, opener: HTMLElement) => {
  const give = () => {
    const button = opener.dataset.portico && page.querySelector<HTMLElement>("button[data-portico]")
    const next = opener.isConnected ? opener : button
    if (next) next.focus({ preventScroll: true })
  }
  give()
  page.defaultView?.requestAnimationFrame(() => {
    if (focused(page) === null) give()
  })
}

/** Locks the page's scrolling. Returns a function that releases this lock. Scrolling is unlocked once all modals have released theirs. */
const lockScroll = (page: Document): (() => void) => {
  const { documentElement: html, body, defaultView: view } = page
  const locks = Number(html.dataset.porticoLocks ?? 0)
  html.dataset.porticoLocks = String(locks + 1)
  if (locks === 0 && view) {
    const gap = view.innerWidth - html.clientWidth
    html.dataset.porticoOverflow = html.style.overflow
    html.dataset.porticoPadding = body.style.paddingInlineEnd
    html.style.overflow = "hidden"
    if (gap > 0) body.style.paddingInlineEnd = `calc(${view.getComputedStyle(body).paddingInlineEnd} + ${gap}px)`
  }
  return () => {
    const left = Number(html.dataset.porticoLocks ?? 1) - 1
    if (left > 0) {
      html.dataset.porticoLocks = String(left)
      return
    }
    html.style.overflow = html.dataset.porticoOverflow ?? ""
    body.style.paddingInlineEnd = html.dataset.porticoPadding ?? ""
    delete html.dataset.porticoLocks
    delete html.dataset.porticoOverflow
    delete html.dataset.porticoPadding
  }
}
