import type { Popup } from "../../services/Frame.ts"

/**
 * Opens a pop-up. Call it first in the click handler: browsers block pop-ups opened after an import or a request. Once navigated, a pop-up
 * that is `alone` cannot access this page; any other may post messages to it.
 */
export const openPopup = (
  name: string,
  { width, height }: { readonly width: number; readonly height: number },
  alone = false,
): Popup => popupOf(window.open("about:blank", name, `popup,width=${width},height=${height}`), alone)

/** Wraps a pop-up that a click opened, for the code that navigates it later. */
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
    isSource: ({ source }) => opened !== undefined && source === opened,
  }
}
