import type { MouseEvent, ReactNode, Ref } from "react"
import { safeLink } from "../../src/domain/safe.ts"

/** What everything that is pressed takes: a real button, or a link where it has an address. Other attributes pass through. */
export interface PressProps {
  /** Makes it a link to another page. Addresses that run code are refused: it stays a button. */
  readonly href?: string | undefined
  readonly onClick?: ((event: MouseEvent<HTMLElement>) => void) | undefined
  /** The pointer or the focus has come: a press may follow. */
  readonly onNear?: (() => void) | undefined
  /** Stays focusable, so that a reader hears it and its reason, but ignores presses. */
  readonly disabled?: boolean | undefined
  /** Something goes on because of it: focusable, announced as busy, ignores presses. */
  readonly busy?: boolean | undefined
  /** Sends the form it stands in. */
  readonly submit?: boolean | undefined
  readonly elementRef?: Ref<HTMLElement> | undefined
  readonly id?: string | undefined
  readonly role?: string | undefined
  readonly title?: string | undefined
  readonly tabIndex?: number | undefined
  readonly autoFocus?: boolean | undefined
  readonly [attribute: `data-${string}` | `aria-${string}`]: string | number | boolean | undefined
}

/** The element behind buttons, rows, chips and links. */
export function Press(props: PressProps & { readonly className: string; readonly children: ReactNode }) {
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
