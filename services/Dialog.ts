import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

/** The dialog on the page: it is shown, demoted and closed here and nowhere else. */
export class Dialog extends Context.Service<
  Dialog,
  {
    /** Shows it in the top layer, keeps the page from scrolling and remembers who had the focus. */
    readonly show: Effect.Effect<void>
    /** Hides it, lets the page scroll and gives the focus back. */
    readonly close: Effect.Effect<void>
    /**
     * While `demoted`, it leaves the top layer, so that a wallet's own overlay on the page can be used. Demoted more than once, it
     * comes back when it was promoted as often.
     */
    demote(demoted: boolean): Effect.Effect<void>
    /** Shakes the card: closing was refused. */
    readonly refuse: Effect.Effect<void>
    /** Tells when the visitor asks to leave: Escape or a press beside the card. Ends with the scope. */
    leaving(asked: (reason: "escape" | "overlay") => void): Effect.Effect<void, never, Scope.Scope>
    /** Tells where views and the secure frame go. Nothing where there is no page. */
    readonly slots: DialogSlots | undefined
  }
>()("portico/Dialog") {}

/** `views` is React's; the frame is made in `frame` once and never moved. */
export interface DialogSlots {
  readonly root: ShadowRoot
  readonly views: HTMLElement
  readonly frame: HTMLElement
}
