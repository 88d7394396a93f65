import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { Browser } from "../../services/Browser.ts"
import type { Telemetry } from "../../services/Telemetry.ts"
import { HttpStatus } from "../../src/errors/index.ts"
import { type AnalyticsEvent, type EventBody, unsentEvents } from "../../src/telemetry/opening/model.ts"
import { loadOnce } from "../shared/loadOnce.ts"
import { createErrorReports } from "./errorReports.ts"
import type { Noted, Who } from "./eventBody.ts"

/** Dependencies of a queue. If `post` fails with an `HttpStatus` of 403, the origin is refused. Any other failure loses only that event. */
export interface Sending {
  readonly who: () => Who
  readonly post: (body: EventBody) => Effect.Effect<unknown, Error>
}

/**
 * Creates a telemetry service that posts events one after the other. At most 100 events wait until posting is allowed. Drops the types in
 * `unsentEvents`, and all events while posting is forbidden or once the origin is refused.
 */
export const createQueue = ({
  who,
  post,
}: Sending): Effect.Effect<Telemetry["Service"], never, Browser | Scope.Scope> =>
  Effect.gen(function* () {
    const browser = yield* Browser
    const scope = yield* Effect.scope
    const refused = yield* Deferred.make<void>()
    const bodies = loadOnce(() => import("./eventBody.ts"))
    let allowed: boolean | undefined
    let over = false
    let sending = false
    let waiting: readonly Noted[] = []

    const send = Effect.gen(function* () {
      // Waits until the change that an event reports has been rendered.
      yield* browser.painted
      while (allowed && !over) {
        const [noted, ...rest] = waiting
        if (!noted) return
        waiting = rest
        const posted = Effect.flatMap(bodies, ({ bodyOf }) => post(bodyOf(noted)))
        over = yield* Effect.match(posted, { onSuccess: () => false, onFailure: isRefusal }).pipe(
          Effect.catchDefect(() => Effect.succeed(false)),
        )
      }
      waiting = []
      if (over) yield* Deferred.succeed(refused, undefined)
    })
    const leave = Effect.suspend(() => {
      if (sending || !allowed || over) return Effect.void
      sending = true
      const done = Effect.sync(() => {
        sending = false
      })
      return Effect.asVoid(Effect.forkIn(Effect.ensuring(send, done), scope, { startImmediately: true }))
    })

    const note = (type: Noted["type"], event: AnalyticsEvent) =>
      Effect.clockWith((clock) => {
        if (allowed === false || over) return Effect.void
        const at = clock.currentTimeMillisUnsafe()
        waiting = [...waiting, { type, event, at, url: browser.page.url, who: who() }].slice(-held)
        return leave
      })

    const report = yield* createErrorReports({
      isOpen: () => allowed !== false && !over,
      post: (properties) => note("error", { event: "INTERNAL_SDK_ERROR", properties }),
    })

    return {
      track: (event) => (unsentEvents.includes(event.event) ? Effect.void : note("track", event)),
      report,
      allow: (may) =>
        Effect.suspend(() => {
          allowed = may
          if (!may) waiting = []
          return leave
        }),
      refused: Deferred.await(refused),
    }
  })

const isRefusal = (error: Error) => error instanceof HttpStatus && error.status === 403

/** Maximum number of events kept until they may be sent. The oldest are dropped first. */
const held = 100
