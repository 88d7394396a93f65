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

/** Dependencies of a queue. An `HttpStatus` of 403 means that the origin is refused; any other failure costs one event. */
export interface Sending {
  readonly who: () => Who
  readonly post: (body: EventBody) => Effect.Effect<unknown, Error>
}

/** Rules of every telemetry layer: events are sent one after the other, wait until they are allowed, and are dropped if they are not. */
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
      // The change that an event reports is rendered first.
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

/** Number of events kept until they may be sent. Beyond it, the oldest are dropped. */
const held = 100
