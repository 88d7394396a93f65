import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

/** The modal's dialog on the page. An embedded modal is always visible, so only `shake` and `slots` have an effect there. */
export class Dialog extends Context.Service<
  Dialog,
  {
    /**
     * Shows the dialog once its element is on the page, in the top layer unless it is demoted. Stops the page from scrolling and remembers
     * the focused element.
     */
    readonly show: Effect.Effect<void>
    /** Hides the dialog, lets the page scroll again and restores the focus. */
    readonly close: Effect.Effect<void>
    /**
     * Takes the dialog out of the top layer, so that a wallet's own overlay on the page can be used, or puts it back. Calls are
     * counted: the dialog returns after as many calls with `false` as with `true`.
     */
    demote(demoted: boolean): Effect.Effect<void>
    /** Shakes the card to show that closing is disabled. */
    readonly shake: Effect.Effect<void>
    /** Reports each attempt to close the dialog with Escape or a click outside the card, until the scope closes. */
    onCloseRequest(listener: (reason: "escape" | "overlay") => void): Effect.Effect<void, never, Scope.Scope>
    /** Elements for the views and the secure frame. `undefined` if there is no page, as on a server. */
    readonly slots: DialogSlots | undefined
  }
>()("portico/Dialog") {}

/** Elements of the dialog. React renders into `views`. The secure frame is created in `frame` once and never moved. */
export interface DialogSlots {
  readonly root: ShadowRoot
  readonly views: HTMLElement
  readonly frame: HTMLElement
}
