import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { FrameChange } from "../../services/Frame.ts"
import type { FrameErrors } from "../../src/domain/errors.ts"
import { unsafeMethods } from "../../src/domain/frameMethods.ts"

/** Tells followers of requests to the wallet as they begin and end. */
export const createRequests = () => {
  const followers = new Set<(change: FrameChange) => void>()
  let count = 0
  const tell = (change: FrameChange) => {
    for (const changed of [...followers]) changed(change)
  }

  return {
    follow: (changed: (change: FrameChange) => void): Effect.Effect<void, never, Scope.Scope> =>
      Effect.asVoid(
        Effect.acquireRelease(
          Effect.sync(() => followers.add(changed)),
          () => Effect.sync(() => followers.delete(changed)),
        ),
      ),
    refused: (method: string) => Effect.sync(() => tell({ is: "refused", method })),
    /** A request of a method that the frame knows, from when it is posted until it is answered, fails or is given up. */
    told: <A>(method: string, ask: Effect.Effect<A, FrameErrors>, given: FrameErrors): Effect.Effect<A, FrameErrors> =>
      Effect.suspend(() => {
        const one = { id: String(++count), method, needsApproval: unsafeMethods.has(method) }
        tell({ ...one, is: "asked" })
        return ask.pipe(
          Effect.tap(() => Effect.sync(() => tell({ ...one, is: "answered" }))),
          Effect.tapError((error) => Effect.sync(() => tell({ ...one, is: "failed", error }))),
          Effect.onInterrupt(() => Effect.sync(() => tell({ ...one, is: "failed", error: given }))),
        )
      }),
  }
}
