import type { MouseEvent, ReactNode, Ref } from "react"
import { safeLink } from "../../src/core/first-paint/safeUrl.ts"

/**
 * Props of a clickable element: a button, or a link if it has an `href`. `data-*` and `aria-*` attributes pass through.
 */
export interface PressableProps {
  /** URL of a link to another page. If the URL is unsafe, such as a script, the element stays a button. */
  readonly href?: string | undefined
  readonly onClick?: ((event: MouseEvent<HTMLElement>) => void) | undefined
  /** Called on hover or focus, when a click may follow. */
  readonly onNear?: (() => void) | undefined
  /** Whether the element ignores clicks. It stays focusable, so screen readers can announce it and the reason. */
  readonly disabled?: boolean | undefined
  /** Whether the element's action is running. It then ignores clicks, stays focusable and is announced as busy. */
  readonly busy?: boolean | undefined
  /** Whether the button submits its form. */
  readonly submit?: boolean | undefined
  readonly elementRef?: Ref<HTMLElement> | undefined
  readonly id?: string | undefined
  readonly role?: string | undefined
  readonly title?: string | undefined
  readonly tabIndex?: number | undefined
  readonly autoFocus?: boolean | undefined
  readonly [attribute: `data-${string}` | `aria-${string}`]: string | number | boolean | undefined
}

/** Clickable element that buttons, rows, chips and links are made of. */
export function Pressable(props: PressableProps & { readonly className: string; readonly children: ReactNode }) {
  const { href, onClick, onNear, disabled, busy, submit, elementRef, ...attributes } = props
  const idle = disabled || busy
  const shared = {
    ...attributes,
    "aria-disabled": idle || undefined,
    "aria-busy": busy || undefined,
    onPointerEnter: onNear,
    onFocus: onNear,
    onClick: (event: MouseEvent<HTMLElement>) => (idle ? event.preventDefault() : onClick?.(event)),
  }
  const address = safeLink(href)
  return address !== undefined ? (
    <a
      {...shared}
      ref={elementRef as Ref<HTMLAnchorElement>}
      href={address}
      target="_blank"
      rel="noopener noreferrer"
    />
  ) : (
    <button {...shared} ref={elementRef as Ref<HTMLButtonElement>} type={submit ? "submit" : "button"} />
  )
}
