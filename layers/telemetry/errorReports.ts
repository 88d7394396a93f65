import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { EventProperties } from "../../src/telemetry/opening/model.ts"
import { errorReports as limits } from "./limits.ts"

/** Destination of error reports. */
interface ErrorEvents {
  /** Whether events may still be posted. */
  readonly isOpen: () => boolean
  readonly post: (properties: EventProperties["INTERNAL_SDK_ERROR"]) => Effect.Effect<void>
}

/** Creates a function that prints each error to the console. While `isOpen`, it also posts at most 5 per minute as events. */
export const createErrorReports = ({
  isOpen,
  post,
}: ErrorEvents): Effect.Effect<(error: unknown) => Effect.Effect<void>, never, Scope.Scope> =>
  Effect.map(Effect.scope, (scope) => {
    let reports: readonly number[] = []

    /** Prints an error, and posts it if `isPosted`. */
    const report = (error: unknown, isPosted: boolean) =>
      Effect.flatMap(
        Effect.promise(() => import("./printError.ts").catch(() => undefined)),
        (file) => {
          const properties = file?.printError(error)
          return properties && isPosted ? post(properties) : Effect.void
        },
      )

    return (error) =>
      Effect.clockWith((clock) => {
        const now = clock.currentTimeMillisUnsafe()
        reports = reports.filter((at) => now - at < limits.window)
        const isPosted = isOpen() && reports.length < limits.count
        if (isPosted) reports = [...reports, now]
        return Effect.asVoid(Effect.forkIn(report(error, isPosted), scope))
      })
  })
