import * as Effect from "effect/Effect"
import { Siwx } from "../../../services/Siwx.ts"
import type { Connection } from "../../connections/opening/model.ts"
import { loadThen } from "../../runtime/lazy.ts"

/** Ends the sign-in sessions of ended connections, if the site wants that. */
export const endSessionsOf = Effect.fn("endSessionsOf")(function* (ended: readonly Connection[]) {
  const { enabled, signOutOnDisconnect } = yield* Siwx
  if (enabled && signOutOnDisconnect && ended.length > 0)
    yield* loadThen(
      () => import("./signIn.ts"),
      ({ endSessions }) => Effect.forEach(ended, endSessions),
    )
})
