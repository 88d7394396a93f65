import type { DialogElement } from "./first-paint/dialogElement.ts"

/**
 * Lays out the closed dialog without showing it, so the browser has its styles and fonts ready when the dialog opens. `share`: fraction of
 * its buttons to lay out, so the work can be split into short tasks. Does nothing if the dialog is open, is empty, contains a frame or
 * cannot be added to the page, or if one of the page's own fonts would be fetched for it.
 */
export const layOutAhead = ({ dialog, slots, attach }: DialogElement, share: number): void => {
  const [content] = slots.views.children
  if (dialog.open || content === undefined || slots.frame.childElementCount > 0) return
  const { host } = slots.root
  const wasConnected = host.isConnected
  attach()
  if (!host.isConnected) return
  if (hasFonts(content)) {
    const buttons = [...dialog.querySelectorAll("button")]
    const later = buttons.slice(Math.ceil(buttons.length * share))
    for (const { style } of later) style.display = "none"
    dialog.style.display = "block"
    dialog.getBoundingClientRect()
    for (const { style } of [dialog, ...later]) style.display = ""
  }
  // Adding and removing the element in one task hides it from the page's frames.
  if (!wasConnected) host.remove()
}

/** Whether the page has loaded those of its own fonts that the element's text uses. */
const hasFonts = (element: Element): boolean => {
  // jsdom has no fonts.
  const { fonts } = document as Partial<Document>
  const { fontFamily } = getComputedStyle(element)
  const text = element.textContent ?? ""
  return [400, 500, 600].every((weight) => fonts?.check(`${weight} 14px ${fontFamily}`, text))
}
