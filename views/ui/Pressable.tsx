import type { MouseEvent, ReactNode, Ref } from "react"
import { safeLink } from "../../src/core/first-paint/safeUrl.ts"

/** Props of everything clickable: a button, or a link if it has an `href`. Other attributes pass through. */
export interface PressableProps {
  /** Makes it a link to another page. Script URLs are rejected: it stays a button. */
  readonly href?: string | undefined
  readonly onClick?: ((event: MouseEvent<HTMLElement>) => void) | undefined
  /** Called on hover or focus, when a click may follow. */
  readonly onNear?: (() => void) | undefined
  /** Whether it ignores clicks. It stays focusable, so screen readers can announce it and its reason. */
  readonly disabled?: boolean | undefined
  /** Whether its action is running. Focusable, announced as busy, ignores clicks. */
  readonly busy?: boolean | undefined
  /** Whether it submits its form. */
  readonly submit?: boolean | undefined
  readonly elementRef?: Ref<HTMLElement> | undefined
  readonly id?: string | undefined
  readonly role?: string | undefined
  readonly title?: string | undefined
  readonly tabIndex?: number | undefined
  readonly autoFocus?: boolean | undefined
  readonly [attribute: `data-${string}` | `aria-${string}`]: string | number | boolean | undefined
}

/** Element behind buttons, rows, chips and links. */
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
