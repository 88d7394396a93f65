import * as Effect from "effect/Effect"
import type { FrameChange } from "../../../services/Frame.ts"
import { unsafeMethods } from "../../../src/embedded/model/frameMethods.ts"
import type { FrameErrors } from "../../../src/errors/index.ts"

/** Creates functions that run requests to the frame and report their progress to `emit`. */
export const createRequests = (emit: (change: FrameChange) => void) => {
  let count = 0

  return {
    /** Runs `request`, which sends an event. Reports `unreachable` if the frame cannot be reached. */
    reached: <A>(request: Effect.Effect<A, FrameErrors>): Effect.Effect<A, FrameErrors> =>
      Effect.tapError(request, (error) =>
        Effect.sync(() => {
          if (error._tag === "FrameLoadFailed" || error._tag === "FrameTimeout" || error._tag === "UnverifiedDomain")
            emit({ type: "unreachable", error })
        }),
      ),
    refused: (method: string) => Effect.sync(() => emit({ type: "refused", method })),
    /**
     * Runs an RPC request. Reports when it starts, and when it succeeds, fails or is interrupted. `given`: error to report on interruption.
     */
    reportRequest: <A>(
      method: string,
      request: Effect.Effect<A, FrameErrors>,
      given: FrameErrors,
    ): Effect.Effect<A, FrameErrors> =>
      Effect.suspend(() => {
        const details = { id: String(++count), method, needsApproval: unsafeMethods.has(method) }
        emit({ ...details, type: "requested" })
        return request.pipe(
          Effect.tap(() => Effect.sync(() => emit({ ...details, type: "responded" }))),
          Effect.tapError((error) => Effect.sync(() => emit({ ...details, type: "failed", error }))),
          Effect.onInterrupt(() => Effect.sync(() => emit({ ...details, type: "failed", error: given }))),
        )
      }),
  }
}
