import * as Effect from "effect/Effect"
import { publicViews } from "../options/publicViews.ts"
import { project } from "../project/first-paint/state.ts"
import { CurrentModal, slicesOf } from "../runtime/currentModal.ts"
import { untilSignal } from "../runtime/untilSignal.ts"
import type { PublicView } from "./first-paint/model/routes.ts"

/**
 * Step: returns the view if its feature is enabled. Otherwise, logs a warning for the site and returns `undefined`. A feature that only the
 * project can enable is known once the project configuration has loaded, so this waits for it.
 */
export const whenViewOffered = Effect.fn("whenViewOffered")(function* (view: PublicView) {
  const { core, options } = yield* CurrentModal
  const { logins } = yield* slicesOf(project)
  const feature = publicViews[view]
  if (feature === true) return view
  const dependsOnProject = options.projectId !== "" && !options.basic && feature in core.remoteFeatures.peek()
  const enabled = yield* untilSignal(() => {
    if ({ ...core.features.value, ...core.remoteFeatures.value }[feature]) return true
    return dependsOnProject && logins.value === "no" ? undefined : false
  })
  if (enabled) return view
  yield* Effect.sync(() => console.warn(`The view '${view}' does not open: the feature '${feature}' is turned off.`))
  return undefined
})
