import type { KeyboardEvent } from "react"

/**
 * Handles the keys of a tab list: the left and right arrow keys, Home and End focus and select another tab. Left and right are swapped in
 * right-to-left text.
 */
export const rovingFocus = (event: KeyboardEvent<HTMLElement>): void => {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]:not([aria-disabled])')]
  const at = tabs.indexOf(event.target as HTMLElement)
  const onwards = getComputedStyle(event.currentTarget).direction === "rtl" ? -1 : 1
  const next = chosen(event.key, at, tabs.length, onwards)
  if (at < 0 || next === undefined) return
  event.preventDefault()
  tabs[next]?.focus()
  tabs[next]?.click()
}

const chosen = (key: string, at: number, count: number, onwards: number): number | undefined => {
  const step = { ArrowRight: onwards, ArrowLeft: -onwards }[key]
  if (step !== undefined) return (at + step + count) % count
  return { Home: 0, End: count - 1 }[key]
}
