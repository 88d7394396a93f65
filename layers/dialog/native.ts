import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Dialog, type DialogSlots } from "../../services/Dialog.ts"
import { modal } from "../../src/core/first-paint/limits.ts"
import { onCloseRequest } from "./first-paint/closeRequests.ts"
import { dialogElementOf } from "./first-paint/dialogElement.ts"

/**
 * Dialog backed by a native `<dialog>` in the shadow root of `host`. While it is shown, it is in the top layer unless a wallet prompt is
 * open. With `inject`, the host is added to the body.
 */
export const layer = (host: () => HTMLElement, inject: boolean): Layer.Layer<Dialog> =>
  Layer.effect(
    Dialog,
    Effect.gen(function* () {
      const box = dialogElementOf(host(), inject)
      box.attach()
      const { dialog, slots } = box
      yield* Effect.addFinalizer(() => Effect.sync(box.remove))

      // Number of open wallet prompts. The dialog may be opened and closed while they are open.
      let openPrompts = 0
      const place = () => {
        const demoted = openPrompts > 0
        if (!dialog.open || demoted === (dialog.dataset.demoted !== undefined)) return
        const held = slots.root.activeElement
        dialog.close()
        if (demoted) {
          dialog.dataset.demoted = ""
          dialog.show()
        } else {
          delete dialog.dataset.demoted
          dialog.showModal()
        }
        const stays = held instanceof HTMLElement && held.isConnected && !held.closest("[inert]")
        const next = stays ? held : dialog
        next.focus({ preventScroll: true })
      }

      return {
        slots,
        show: Effect.sync(() => box.show(place)),
        close: Effect.sync(box.hide),
        demote: (demoted) =>
          Effect.sync(() => {
            openPrompts += demoted ? 1 : -1
            place()
          }),
        shake: Effect.gen(function* () {
          dialog.dataset.refused = ""
          yield* Effect.sleep(modal.shake)
          delete dialog.dataset.refused
        }),
        onCloseRequest: (listener) =>
          Effect.acquireRelease(
            Effect.sync(() => {
              const off = new AbortController()
              onCloseRequest(dialog, listener, off.signal)
              const keeper = keepFocus(dialog, slots)
              return () => {
                keeper.disconnect()
                off.abort()
              }
            }),
            (end) => Effect.sync(end),
          ),
      }
    }),
  )

/**
 * While the dialog is modal, focuses it when the focused element disappears or becomes inert, because key presses would otherwise not reach
 * it. Returns the observer.
 */
const keepFocus = (dialog: HTMLDialogElement, { root, views }: DialogSlots) => {
  const observer = new MutationObserver(() => {
    if (!dialog.matches(":modal")) return
    const lost = root.activeElement === null || root.activeElement.closest("[inert]") !== null
    if (lost) dialog.focus({ preventScroll: true })
  })
  observer.observe(views, { childList: true, subtree: true, attributes: true, attributeFilter: ["inert"] })
  return observer
}
