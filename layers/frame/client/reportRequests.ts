import * as Effect from "effect/Effect"
import type { FrameChange } from "../../../services/Frame.ts"
import { unsafeMethods } from "../../../src/embedded/model/frameMethods.ts"
import type { FrameErrors } from "../../../src/errors/index.ts"

/** Creates functions that run requests to the frame and report to `tell` how they end. */
export const createRequests = (tell: (change: FrameChange) => void) => {
  let count = 0

  return {
    /** Runs `ask`, which sends an event. Reports `unreachable` if the frame cannot be reached. */
    reached: <A>(ask: Effect.Effect<A, FrameErrors>): Effect.Effect<A, FrameErrors> =>
      Effect.tapError(ask, (error) =>
        Effect.sync(() => {
          if (error._tag === "FrameLoadFailed" || error._tag === "FrameTimeout" || error._tag === "UnverifiedDomain")
            tell({ type: "unreachable", error })
        }),
      ),
    refused: (method: string) => Effect.sync(() => tell({ type: "refused", method })),
    /**
     * Runs an RPC request. Reports when it starts, and when it succeeds, fails or is interrupted. `given`: error to report on interruption.
     */
    told: <A>(method: string, ask: Effect.Effect<A, FrameErrors>, given: FrameErrors): Effect.Effect<A, FrameErrors> =>
      Effect.suspend(() => {
        const one = { id: String(++count), method, needsApproval: unsafeMethods.has(method) }
        tell({ ...one, type: "asked" })
        return ask.pipe(
          Effect.tap(() => Effect.sync(() => tell({ ...one, type: "answered" }))),
          Effect.tapError((error) => Effect.sync(() => tell({ ...one, type: "failed", error }))),
          Effect.onInterrupt(() => Effect.sync(() => tell({ ...one, type: "failed", error: given }))),
        )
      }),
  }
}
