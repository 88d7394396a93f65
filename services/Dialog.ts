import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

/** The dialog on the page. Only this service shows, demotes and closes it. */
export class Dialog extends Context.Service<
  Dialog,
  {
    /** Shows it in the top layer, stops the page from scrolling and remembers the focused element. */
    readonly show: Effect.Effect<void>
    /** Hides it, lets the page scroll and restores the focus. */
    readonly close: Effect.Effect<void>
    /**
     * Takes the dialog out of the top layer while `demoted`, so a wallet's own overlay on the page can be used. Calls are counted:
     * it returns once promoted as often as demoted.
     */
    demote(demoted: boolean): Effect.Effect<void>
    /** Shakes the card, because closing is disabled. */
    readonly shake: Effect.Effect<void>
    /** Reports when the visitor tries to leave with Escape or by a press beside the card, until the scope closes. */
    onCloseRequest(listener: (reason: "escape" | "overlay") => void): Effect.Effect<void, never, Scope.Scope>
    /** Elements for the views and the secure frame. `undefined` without a page. */
    readonly slots: DialogSlots | undefined
  }
>()("portico/Dialog") {}

/** `views` belongs to React. The secure frame is created in `frame` once and never moved. */
export interface DialogSlots {
  readonly root: ShadowRoot
  readonly views: HTMLElement
  readonly frame: HTMLElement
}
