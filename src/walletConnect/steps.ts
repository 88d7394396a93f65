import * as Effect from "effect/Effect"
import { Browser } from "../../services/Browser.ts"
import type { RelayError } from "../errors/index.ts"
import { loadThen } from "../runtime/lazy.ts"

/** Raises the catalogue's alert if the relay rejects the page's project ID, origin or token. */
export const raiseRelayAlert = Effect.fn("raiseRelayAlert")(function* (error: Error | RelayError) {
  const { page } = yield* Browser
  if (!("_tag" in error)) return
  switch (error._tag) {
    case "InvalidProjectId":
    case "OriginNotAllowed":
    case "SessionExpired":
      return yield* loadThen(
        () => import("../notifications/flows.ts"),
        ({ raiseAlert }) => raiseAlert(error.code, { origin: page.origin }),
      )
  }
})
