import { effect, type SignalOptions, untracked } from "@preact/signals-core"
import type { ModalContext, WatchedName } from "../stub/context.ts"

/**
 * Returns signal options that run the flow named `name` every `every` ms while the signal is watched. Watching the signal loads the engine.
 */
export const pollWhileWatched = (
  { engine, running }: ModalContext,
  every: number,
  name: WatchedName,
): Pick<SignalOptions, "watched" | "unwatched"> => {
  let stop: (() => void) | undefined
  return {
    watched: () => {
      engine().catch(() => undefined)
      // React may discard a rendering that has subscribed, and never unsubscribe it. So the end of the modal stops this too.
      stop = effect(() => {
        const current = running.value
        return untracked(() => current?.runWatched(name, every))
      })
    },
    unwatched: () => stop?.(),
  }
}
