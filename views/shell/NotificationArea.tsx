import { type ReactNode, useLayoutEffect, useRef, useState } from "react"
import { messages } from "./dialogStyles.ts"

/** Area for the alerts and the snack, above the card. If there is no room, alerts move between header and view, so they cover nothing. */
export function NotificationArea({ children }: { readonly children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const [inside, setInside] = useState(false)
  useLayoutEffect(() => {
    const box = place.current
    const card = box?.parentElement
    const scrim = card?.parentElement
    if (!box || !card || !scrim) return
    // Uses layout offsets, because the card may still be animating to its position.
    const height = () => Array.from(box.children, (one) => (one as HTMLElement).offsetHeight).reduce((a, b) => a + b, 0)
    const observer = new ResizeObserver(() => setInside(card.offsetTop < height() + gap))
    for (const element of [box, card, scrim]) observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={place} className={messages({ inside })}>
      {children}
    </div>
  )
}

/** Space in px that the messages need besides their own heights: 12 to the card, and 8 between the alerts and the snack. */
const gap = 12 + 8
