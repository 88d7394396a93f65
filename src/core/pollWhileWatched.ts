import type { SignalOptions } from "@preact/signals-core"
import type { ModalContext, WatchedName } from "../stub/context.ts"

/** Returns signal options that run the flow named `name` every `every` ms while the signal is watched. */
export const pollWhileWatched = (
  { engine }: ModalContext,
  every: number,
  name: WatchedName,
): Pick<SignalOptions, "watched" | "unwatched"> => {
  let stop: (() => void) | undefined
  return {
    watched: () => {
      let left = false
      stop = () => {
        left = true
      }
      engine().then(
        ({ runWatched }) => {
          if (!left) stop = runWatched(name, every)
        },
        () => undefined,
      )
    },
    unwatched: () => stop?.(),
  }
}
