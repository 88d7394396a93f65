import type { Popup } from "../services/Frame.ts"

/**
 * Call it first thing in the click: a browser blocks what comes after a slow import or request. A window that is `alone` cannot reach
 * this page; one that is not may post messages to it.
 */
export const openPopup = (
  name: string,
  { width, height }: { readonly width: number; readonly height: number },
  alone = false,
): Popup => popupOf(window.open("about:blank", name, `popup,width=${width},height=${height}`), alone)

/** A window that a click has opened, for those who lead it on. */
export const popupOf = (given: Window | null | undefined | false, alone = false): Popup => {
  const opened = given || undefined
  return {
    blocked: !opened,
    go: (url) => {
      if (!opened) return
      if (alone) opened.opener = null
      opened.location.href = url
    },
    close: () => opened?.close(),
    isClosed: () => opened?.closed ?? true,
    sent: ({ source }) => opened !== undefined && source === opened,
  }
}
