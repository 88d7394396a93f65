import * as Effect from "effect/Effect"
import { Api } from "../../../services/Api.ts"
import { Browser } from "../../../services/Browser.ts"
import { Telemetry } from "../../../services/Telemetry.ts"
import { HttpStatus } from "../../errors/index.ts"
import type { AlertCode } from "../../notifications/model/alerts.ts"
import * as Persisted from "../../persistence/opening/persisted.ts"
import { CurrentModal, slicesOf } from "../../runtime/currentModal.ts"
import { followSignals } from "../../runtime/followSignals.ts"
import { loadThen } from "../../runtime/lazy.ts"
import { untilSignal } from "../../runtime/untilSignal.ts"
import { currentView } from "../../stub/state.ts"
import { mergeFeatures } from "../first-paint/model/mergeFeatures.ts"
import { project } from "../first-paint/state.ts"
import { analyticsEndpoint, configEndpoint, originsEndpoint, supportedChainsEndpoint } from "./endpoints.ts"

/**
 * Flow: loads the configuration of the site's project from the provider, once. Until it responds, the features of the last visit or else
 * the site's options apply. Without a project ID, nothing is loaded and no events are sent.
 */
export const fetchProjectConfig = Effect.gen(function* () {
  const { options } = yield* CurrentModal
  const analytics = options.projectId === "" ? deny : yield* followAnalytics
  const calls = options.projectId === "" ? [] : [loadFeatures, checkOrigin, loadSupportedNetworks]
  yield* Effect.all([...calls, analytics], { concurrency: "unbounded", discard: true })
})

/**
 * Loads the project's remote features, which override the site's (specification section 6). Skipped in basic mode, in which all are off.
 * Persists the response for the next visit, and warns about options of the site that it overrides.
 */
const loadFeatures = Effect.gen(function* () {
  const modal = yield* CurrentModal
  const { core, options } = modal
  const { entries, logins } = yield* slicesOf(project)
  const { askedFeatures: requested, basic, projectId } = options
  if (basic) return

  const request = Effect.map((yield* Api).call(configEndpoint, undefined), ({ features }) => features)
  const fetched = yield* Effect.orElseSucceed(request, () => undefined)
  const { email, socials } = core.remoteFeatures.peek()
  const connects = () => currentView(modal) === "Connect"
  const unseen = logins.peek() === "no" || !(email || socials)
  if (fetched !== undefined) {
    entries.value = fetched
    yield* Persisted.projectFeatures.write({ of: projectId, entries: fetched })
  }
  const merged = () => mergeFeatures({ requested, basic, remote: entries.value, pay: core.features.value.pay })
  const { features, ignored } = merged()
  const isReplaced = features.reownAuthentication && Boolean(options.siwx || options.siweConfig)
  if (ignored.length > 0 || isReplaced)
    yield* loadThen(
      () => import("../model/allowedOrigins.ts"),
      ({ overriddenWarning, replacedWarning }) =>
        Effect.sync(() => {
          if (ignored.length > 0) console.warn(overriddenWarning(ignored))
          if (isReplaced) console.warn(replacedWarning)
        }),
    )
  yield* followSignals(() => {
    core.remoteFeatures.value = merged().features
  })
  logins.value = connects() && unseen ? "late" : "yes"
  // In another view, or after closing, there is no earlier layout to keep.
  yield* followSignals(() => {
    if (!connects()) logins.value = "yes"
  })
})

/**
 * Raises an alert if the project does not allow the page's origin, or if the request fails with RateLimited or ServerError (specification
 * section 5). Skipped in basic mode, in which the project's configuration has no effect.
 */
const checkOrigin = Effect.gen(function* () {
  const { options } = yield* CurrentModal
  const { origin } = (yield* Browser).page
  if (options.basic) return

  yield* Effect.matchEffect((yield* Api).call(originsEndpoint, undefined), {
    onSuccess: ({ allowedOrigins }) =>
      // Most projects allow every origin, so the check is seldom loaded.
      allowedOrigins.length === 0
        ? Effect.void
        : loadThen(
            () => import("../model/allowedOrigins.ts"),
            ({ isOriginAllowed }) =>
              isOriginAllowed(origin, allowedOrigins) ? Effect.void : raise("APKT002", { origin }),
          ),
    onFailure: (error) =>
      "code" in error ? raise(error.code, { cause: (error.cause as Error).message }) : Effect.void,
  })
})

/** Loads the IDs of the networks that the blockchain services support. Ignores a failure and an empty list. */
const loadSupportedNetworks = Effect.gen(function* () {
  const { served } = yield* slicesOf(project)
  const { http } = yield* Effect.orElseSucceed((yield* Api).call(supportedChainsEndpoint, undefined), () => ({
    http: [],
  }))
  if (http.length > 0) served.value = new Set(http)
})

const deny = Effect.flatMap(Telemetry, (telemetry) => telemetry.allow(false))

/**
 * Allows events to leave the page, from the first open on, while analytics is on for both the site and the project. Requests the project's
 * setting only once the site has analytics on. Raises an alert if the service refuses the page's origin. Returns the request to make at
 * start-up, which does nothing if analytics is off.
 */
const followAnalytics = Effect.gen(function* () {
  const { core } = yield* CurrentModal
  const { origin } = (yield* Browser).page
  const telemetry = yield* Telemetry
  const api = yield* Api
  const refused = raise("APKT002", { origin })
  const is = (wanted: boolean) => untilSignal(() => core.features.value.analytics === wanted || undefined)

  const request = Effect.map(api.call(analyticsEndpoint, undefined), ({ isAnalyticsEnabled }) => isAnalyticsEnabled)
  const analyticsAllowed = yield* Effect.cached(
    Effect.catch(request, ({ cause }) =>
      Effect.as(cause instanceof HttpStatus && cause.status === 403 ? refused : Effect.void, false),
    ),
  )
  const send = Effect.gen(function* () {
    const may = yield* analyticsAllowed
    if (may) yield* untilSignal(() => core.open.value || undefined)
    yield* telemetry.allow(may)
    return yield* Effect.never
  })

  yield* Effect.forkScoped(Effect.andThen(telemetry.refused, refused))
  const turns = Effect.gen(function* () {
    if (!core.features.peek().analytics) yield* deny
    yield* is(true)
    yield* Effect.raceFirst(send, is(false))
  })
  yield* Effect.forkScoped(Effect.forever(turns))
  return core.features.peek().analytics ? analyticsAllowed : Effect.void
})

const raise = (code: AlertCode, gaps: Readonly<Record<string, string>>) =>
  loadThen(
    () => import("../../notifications/flows.ts"),
    (alerts) => alerts.raiseAlert(code, gaps),
  )
