import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import type { DialogSlots } from "../../services/Dialog.ts"
import { type FrameErrors, FrameLoadFailed, UnverifiedDomain } from "../../src/domain/errors.ts"
import { frame as limits } from "../../src/domain/limits.ts"
import { addressOf, createFrame } from "./element.ts"
import type { FrameOptions } from "./iframe.ts"

/** The frame on the page. It is made when it is first needed, and anew after it was lost. */
export interface Shown {
  readonly element: () => HTMLIFrameElement | undefined
  /** Makes the frame if there is none, and waits until it can be asked. */
  readonly loaded: Effect.Effect<void, FrameErrors>
  /** Whether it can be asked. */
  readonly isLoaded: () => boolean
  /** Its page says that it is ready. */
  readonly ready: () => void
  /** Takes it off the page. */
  readonly remove: () => void
}

/** `begun` runs once for each frame that can be asked; `lost` is told when one is gone, and with it all that it was asked. */
export const showing = Effect.fnUntraced(function* (
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
    // The document that is ready may still be loading its pictures.
    if (of.loadsYet) of.loadsYet = false
    else if (of.isLoaded) lose(of, () => new FrameLoadFailed({ cause: new Error("The frame left its page") }))
  }

  const make = Effect.fnUntraced(function* ({ frame: slot }: DialogSlots) {
    const element = createFrame(slot.ownerDocument, addressOf(options))
    const of: One = {
      element,
      heard: yield* Deferred.make<void>(),
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
      yield* Effect.timeoutOrElse(Deferred.await(of.heard), {
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
      // The site may have taken it off the page, with all that it was in.
      if (shown?.element.contentWindow === null) lose(shown, () => new FrameLoadFailed())
      const { loaded } = shown ?? (yield* make(slots))
      yield* Deferred.await(loaded)
    }),
    ready: () => {
      if (!shown) return
      const of = shown
      // A page that is ready a second time has begun anew, and has forgotten what it was asked.
      if (of.isReady) return lose(of, () => new FrameLoadFailed({ cause: new Error("The frame began anew") }))
      of.isReady = true
      of.loadsYet = of.documents === 0
      Deferred.doneUnsafe(of.heard, Effect.void)
    },
    remove: () => {
      if (shown) lose(shown, () => new FrameLoadFailed())
    },
  } satisfies Shown
})

interface One {
  readonly element: HTMLIFrameElement
  /** It said that it is ready. */
  readonly heard: Deferred.Deferred<void>
  /** That was long enough ago for it to be asked. */
  readonly loaded: Deferred.Deferred<void, FrameErrors>
  /** How many of its documents have loaded. */
  documents: number
  isReady: boolean
  isLoaded: boolean
  /** It was ready before its document had loaded. */
  loadsYet: boolean
}
