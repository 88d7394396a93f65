import type { SignalOptions } from "@preact/signals-core"
import type { Flow } from "../engine/engine.ts"
import type { ModalInstance } from "../stub/instance.ts"

/** Signal options that run a flow every `every` ms while the signal is watched. */
export const pollWhileWatched = (
  { engine }: ModalInstance,
  every: number,
  flow: () => Promise<Flow>,
): Pick<SignalOptions, "watched" | "unwatched"> => {
  let stop: (() => void) | undefined
  return {
    watched: () => {
      let left = false
      stop = () => {
        left = true
      }
      Promise.all([engine(), flow()]).then(
        ([{ repeat }, refresh]) => {
          if (!left) stop = repeat(refresh, every)
        },
        () => undefined,
      )
    },
    unwatched: () => stop?.(),
  }
}
