import type { Popup } from "../services/Frame.ts"

/**
 * Call it first thing in the click: a browser blocks what comes after a slow import or request. A window that is `alone` cannot reach
 * this page; one that is not may post messages to it.
 */
export const openPopup = (
  name: string,
  { width, height }: { readonly width: number; readonly height: number },
  alone = false,
): Popup => {
  const opened = window.open("about:blank", name, `popup,width=${width},height=${height}`)
  return {
    blocked: opened === null,
    go: (url) => {
      if (!opened) return
      if (alone) opened.opener = null
      opened.location.href = url
    },
    close: () => opened?.close(),
    isClosed: () => opened?.closed ?? true,
    sent: ({ source }) => opened !== null && source === opened,
  }
}
