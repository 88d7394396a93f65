import type { DialogSlots } from "../../services/Dialog.ts"

/** A native dialog on the page, without what runs it: the first paint needs no more. */
export interface Box {
  readonly dialog: HTMLDialogElement
  readonly slots: DialogSlots
  /** Shows it; `shown` is told when it is: where the site has not placed the element yet, as soon as it has. */
  show(shown?: () => void): void
  /** Hides it, lets the page scroll and gives the focus back. */
  hide(): void
  /** Takes it off the page for good. */
  remove(): void
}

/**
 * The dialog in the shadow root of `element`, made when first asked for. It fills the window; the card in it is the views' matter.
 * Its two children are made once and never moved: a secure frame would load again. With `inject` the element goes into the body.
 */
export const boxOf = (element: HTMLElement, inject: boolean): Box => {
  const known = boxes.get(element)
  if (known) return known
  const made = make(element, inject)
  boxes.set(element, made)
  return made
}

const boxes = new WeakMap<HTMLElement, Box>()

const make = (element: HTMLElement, inject: boolean): Box => {
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
  const place = () => {
    // A script in the head may open the modal before there is a body: `show` waits for it.
    const body: HTMLElement | null = page.body
    if (inject && !element.isConnected) body?.append(element)
  }
  place()

  let opener: Element | null = null
  let locked: (() => void) | undefined
  let asking: number | undefined
  const wait = (next?: () => void) => {
    if (asking !== undefined) page.defaultView?.cancelAnimationFrame(asking)
    asking = next && page.defaultView?.requestAnimationFrame(next)
  }
  const show = (shown?: () => void) => {
    wait()
    if (!dialog.open) {
      place()
      // Nothing tells when an element is placed wherever it may be, in another's shadow too: each frame is asked.
      if (!element.isConnected) return wait(() => show(shown))
      opener = focused(page)
      locked = lockScroll(page)
      dialog.showModal()
      // The dialog itself, not its first button: its name is read, and no ring is drawn where nobody pressed a key.
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
    // What is hidden now would still count as focused until the next frame.
    if (root.activeElement instanceof HTMLElement) root.activeElement.blur()
    if (opener instanceof HTMLElement) giveBack(page, opener)
    opener = null
  }
  return {
    dialog,
    slots: { root, views, frame },
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
 * Gives the focus back to who opened. A site may have disabled that button meanwhile, or have our account's button in place of our
 * Connect button: so once more after the site had its turn, unless somebody has the focus by then.
 */
const giveBack = (page: Document, opener: HTMLElement) => {
  const give = () => {
    const ours = opener.dataset.portico && page.querySelector<HTMLElement>("button[data-portico]")
    const next = opener.isConnected ? opener : ours
    if (next) next.focus({ preventScroll: true })
  }
  give()
  page.defaultView?.requestAnimationFrame(() => {
    if (focused(page) === null) give()
  })
}

/** Keeps the page where it is while any modal is open; the last one to leave puts everything back. */
const lockScroll = (page: Document): (() => void) => {
  const { documentElement: html, body, defaultView: view } = page
  const locks = Number(html.dataset.porticoLocks ?? 0)
  html.dataset.porticoLocks = String(locks + 1)
  if (locks === 0 && view) {
    const gap = view.innerWidth - html.clientWidth
    html.dataset.porticoStyle = JSON.stringify([html.style.overflow, body.style.paddingInlineEnd])
    html.style.overflow = "hidden"
    if (gap > 0) body.style.paddingInlineEnd = `calc(${view.getComputedStyle(body).paddingInlineEnd} + ${gap}px)`
  }
  return () => {
    const left = Number(html.dataset.porticoLocks ?? 1) - 1
    if (left > 0) {
      html.dataset.porticoLocks = String(left)
      return
    }
    const [overflow, padding] = JSON.parse(html.dataset.porticoStyle ?? '["",""]') as [string, string]
    html.style.overflow = overflow
    body.style.paddingInlineEnd = padding
    delete html.dataset.porticoLocks
    delete html.dataset.porticoStyle
  }
}
