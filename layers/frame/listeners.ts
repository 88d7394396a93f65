import * as Effect from "effect/Effect"
import type { FrameChange } from "../../services/Frame.ts"
import { notifyAll } from "../shared/notifyAll.ts"

/** Listeners to the frame's changes. */
export const listeners = () => {
  const all = new Set<(change: FrameChange) => void>()
  return {
    tell: (change: FrameChange) => notifyAll(all, change),
    follow: (changed: (change: FrameChange) => void) =>
      Effect.asVoid(
        Effect.acquireRelease(
          Effect.sync(() => all.add(changed)),
          () => Effect.sync(() => all.delete(changed)),
        ),
      ),
  }
}
