import { type RefObject, useEffect, useRef } from "react"
import { modal } from "../../src/core/first-paint/limits.ts"
import { leave } from "../shared/first-paint/lazyFlows.ts"
import { useModal } from "../shared/first-paint/useModal.ts"

/** Returns the ref of the card. On a touch device where the card is a bottom sheet, the visitor can drag it down to close the modal. */
export const useDragToClose = (shown: boolean): RefObject<HTMLDivElement | null> => {
  const { options, run } = useModal()
  const card = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const sheet = card.current
    const query = `(pointer: coarse) and (max-width: ${modal.sheetWidth}px)`
    const view = sheet?.ownerDocument.defaultView
    if (!shown || options.enableEmbedded || !sheet || !view?.matchMedia(query).matches) return
    let stop: (() => void) | undefined
    let over = false
    import("./dragToClose.ts").then(
      ({ dragToClose }) => {
        const bar = sheet.querySelector<HTMLElement>("[data-bar]")
        if (!over && bar) stop = dragToClose(sheet, bar, () => run(leave))
      },
      () => undefined,
    )
    return () => {
      over = true
      stop?.()
    }
  }, [shown])
  return card
}
