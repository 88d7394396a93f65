/**
 * Calls `listener` on each attempt to close the dialog with Escape or a single click outside the card, until `signal` aborts. Prevents the
 * event's default action and ignores events whose default action is already prevented, so only one of several listeners is called.
 */
export const onCloseRequest = (
  dialog: HTMLDialogElement,
  listener: (reason: "escape" | "overlay") => void,
  signal?: AbortSignal,
): void => {
  const on = signal && { signal }
  let pressed: EventTarget | null = null
  const report = (event: Event, reason: "escape" | "overlay") => {
    if (event.defaultPrevented) return
    event.preventDefault()
    listener(reason)
  }
  dialog.addEventListener("cancel", (event) => report(event, "escape"), on)
  dialog.addEventListener(
    "keydown",
    (event) => {
      if (event.key === "Escape" && !event.isComposing) report(event, "escape")
    },
    on,
  )
  dialog.addEventListener(
    "pointerdown",
    (event) => {
      pressed = event.target
    },
    on,
  )
  dialog.addEventListener(
    "click",
    (event) => {
      // The second click of a double-click was aimed at the card before it shrank, so it is ignored.
      const isMeant = event.detail < 2 && event.target === pressed
      if (isMeant && isBeside(event.target, dialog)) report(event, "overlay")
    },
    on,
  )
}

/** Whether a click's target is outside the card: the dialog itself, or an element that only contains the card. */
const isBeside = (target: EventTarget | null, dialog: HTMLElement) =>
  target === dialog || (target instanceof HTMLElement && target.dataset.scrim !== undefined)
