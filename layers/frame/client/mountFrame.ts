import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import type { DialogSlots } from "../../../services/Dialog.ts"
import { frame as limits } from "../../../src/embedded/limits.ts"
import { type FrameErrors, FrameLoadFailed, UnverifiedDomain } from "../../../src/errors/index.ts"
import type { FrameOptions } from "../options.ts"
import { createFrame } from "./element.ts"
import { addressOf } from "./frameUrl.ts"

/** The frame on the page. Created on first use, and again if it is lost. */
export interface MountedFrame {
  readonly element: () => HTMLIFrameElement | undefined
  /**
   * Creates the frame if it does not exist, and waits until it accepts requests. Fails with FrameLoadFailed, or with UnverifiedDomain if it
   * does not load in time and the project does not list the page's domain.
   */
  readonly loaded: Effect.Effect<void, FrameErrors>
  /** Whether the frame accepts requests. */
  readonly isLoaded: () => boolean
  /** Must be called when the frame's page reports that it is ready. */
  readonly ready: () => void
  /** Removes the frame from the page. */
  readonly remove: () => void
}

/**
 * Manages the frame on the page. `begun` runs each time a frame starts to accept requests. When a frame fails to load, is removed, or
 * leaves or reloads its page, `lost` is called with a function that creates the error for the frame's pending requests.
 */
export const mountFrame = Effect.fnUntraced(function* (
  slots: DialogSlots | undefined,
  options: FrameOptions,
  { begun, lost }: { readonly begun: Effect.Effect<void>; readonly lost: (error: () => FrameErrors) => void },
) {
  const scope = yield* Effect.scope
  let shown: One | undefined

  const lose = (of: One, error: () => FrameErrors) => {
    if (shown !== of) return
    shown = undefined
    of.element.remove()
    Deferred.doneUnsafe(of.loaded, Effect.fail(error()))
    lost(error)
  }

  const loadedAgain = (of: One) => {
    of.documents += 1
    // A page that is ready may still be loading, so its load event is not a navigation.
    if (of.loadsYet) of.loadsYet = false
    else if (of.isLoaded) lose(of, () => new FrameLoadFailed({ cause: new Error("The frame left its page") }))
  }

  const make = Effect.fnUntraced(function* ({ frame: slot }: DialogSlots) {
    const element = createFrame(slot.ownerDocument, addressOf(options))
    const of: One = {
      element,
      reportedReady: yield* Deferred.make<void>(),
      loaded: yield* Deferred.make<void, FrameErrors>(),
      documents: 0,
      isReady: false,
      isLoaded: false,
      loadsYet: false,
    }
    shown = of
    element.addEventListener("load", () => loadedAgain(of))
    element.addEventListener("error", () => lose(of, () => new FrameLoadFailed()))
    slot.append(element)
    const wait = Effect.gen(function* () {
      yield* Effect.timeoutOrElse(Deferred.await(of.reportedReady), {
        duration: limits.load,
        orElse: () =>
          Effect.sync(() => lose(of, () => (options.now.unlisted() ? new UnverifiedDomain() : new FrameLoadFailed()))),
      })
      yield* Effect.sleep(limits.readyDelay)
      if (shown !== of) return
      of.isLoaded = true
      yield* Deferred.succeed(of.loaded, undefined)
      yield* begun
    })
    yield* Effect.forkIn(wait, scope)
    return of
  })

  return {
    element: () => shown?.element,
    isLoaded: () => shown?.isLoaded === true,
    loaded: Effect.gen(function* () {
      if (!slots) return yield* Effect.fail(new FrameLoadFailed())
      // The site may have removed the frame from the page together with one of its ancestors.
      if (shown?.element.contentWindow === null) lose(shown, () => new FrameLoadFailed())
      const { loaded } = shown ?? (yield* make(slots))
      yield* Deferred.await(loaded)
    }),
    ready: () => {
      if (!shown) return
      const of = shown
      // If a page reports twice that it is ready, it has reloaded and lost its pending requests.
      if (of.isReady) return lose(of, () => new FrameLoadFailed({ cause: new Error("The frame reloaded") }))
      of.isReady = true
      of.loadsYet = of.documents === 0
      Deferred.doneUnsafe(of.reportedReady, Effect.void)
    },
    remove: () => {
      if (shown) lose(shown, () => new FrameLoadFailed())
    },
  } satisfies MountedFrame
})

interface One {
  readonly element: HTMLIFrameElement
  /** Completed when the frame's page reports that it is ready. */
  readonly reportedReady: Deferred.Deferred<void>
  /** Completed when the frame accepts requests, or failed when it is lost. */
  readonly loaded: Deferred.Deferred<void, FrameErrors>
  /** Number of documents that have loaded in the frame. */
  documents: number
  isReady: boolean
  isLoaded: boolean
  /** Whether the frame was ready before its document had loaded, and the document still has not loaded. */
  loadsYet: boolean
}
