import * as Effect from "effect/Effect"
import { publicViews } from "../options/publicViews.ts"
import { project } from "../project/first-paint/state.ts"
import { Modal, use } from "../runtime/currentModal.ts"
import { until } from "../runtime/untilSignal.ts"
import type { PublicView } from "./first-paint/model.ts"

/**
 * Step: returns the view if the feature it depends on is enabled. If not, logs a warning for the site. A feature that only the
 * project can enable is known once the project's configuration is loaded, so this waits for it.
 */
export const offered = Effect.fn("offered")(function* (view: PublicView) {
  const { core, options } = yield* Modal
  const { logins } = yield* use(project)
  const feature = publicViews[view]
  if (feature === true) return view
  const asks = options.projectId !== "" && !options.basic && feature in core.remoteFeatures.peek()
  const enabled = yield* until(() => {
    if ({ ...core.features.value, ...core.remoteFeatures.value }[feature]) return true
    return asks && logins.value === "no" ? undefined : false
  })
  if (enabled) return view
  yield* Effect.sync(() => console.warn(`The view '${view}' does not open: the feature '${feature}' is turned off.`))
  return undefined
})
