import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Browser } from "../../services/Browser.ts"
import { Telemetry } from "../../services/Telemetry.ts"
import { type AnalyticsEvent, unsentEvents } from "../../src/domain/events.ts"
import { errorReports } from "../../src/domain/limits.ts"
import { once } from "../once.ts"

/** What the HTTP leaf is made from. */
export interface TelemetryOptions {
  readonly projectId: string
  readonly sdkType: string
  readonly sdkVersion: string
  /** The host of `/e`. */
  readonly host: string
  /** Who is connected, and where, at the moment of an event. */
  readonly who: () => { readonly address: string | undefined; readonly caipNetworkId: string | undefined }
  /** Called once when the service says 403: this origin is not on the project's allow list. */
  readonly refused: () => void
}

/** Posts events to the provider's analytics. They wait until it is known that they may leave the page, and are dropped if they may not. */
export const layer = (options: TelemetryOptions): Layer.Layer<Telemetry, never, Browser> =>
  Layer.effect(
    Telemetry,
    Effect.gen(function* () {
      const { page } = yield* Browser
      const scope = yield* Effect.scope
      const poster = once(() => import("./post.ts").then(({ createPost }) => createPost(options)))
      let allowed: boolean | undefined
      let waiting: object[] = []
      let reports: readonly number[] = []

      const leave = (body: object) =>
        Effect.forkIn(
          Effect.catch(
            Effect.flatMap(poster, (post) => post(body)),
            () => Effect.void,
          ),
          scope,
        )
      const note = (props: object) =>
        Effect.clockWith((clock) => {
          if (allowed === false) return Effect.void
          const body = {
            eventId: crypto.randomUUID(),
            url: page.url,
            domain: new URL(page.url).hostname,
            timestamp: clock.currentTimeMillisUnsafe(),
            props,
          }
          if (allowed) return leave(body)
          waiting = [...waiting, body].slice(-held)
          return Effect.void
        })

      return {
        track: (event) =>
          unsentEvents.includes(event.event) ? Effect.void : Effect.asVoid(note(tracked(event, options.who()))),
        report: (error) =>
          Effect.clockWith((clock) => {
            console.error(error)
            const now = clock.currentTimeMillisUnsafe()
            reports = reports.filter((at) => now - at < errorReports.window)
            if (reports.length >= errorReports.count) return Effect.void
            reports = [...reports, now]
            return Effect.asVoid(note(reported(error)))
          }),
        allow: (may) =>
          Effect.suspend(() => {
            allowed = may
            const bodies = may ? waiting : []
            waiting = []
            return Effect.forEach(bodies, leave, { discard: true })
          }),
      }
    }),
  )

/** Events that are kept until it is known whether they may leave. */
const held = 100

const tracked = (
  { event, properties }: AnalyticsEvent,
  { address, caipNetworkId }: { readonly address: string | undefined; readonly caipNetworkId: string | undefined },
) => ({
  type: "track",
  event,
  ...(address === undefined ? {} : { address }),
  properties: { ...properties, caipNetworkId },
})

const reported = (error: unknown) => ({
  type: "error",
  event: "INTERNAL_SDK_ERROR",
  properties: {
    errorType: error instanceof Error ? error.name : typeof error,
    errorMessage: error instanceof Error ? error.message : String(error),
    stackTrace: error instanceof Error ? (error.stack ?? "") : "",
  },
})
