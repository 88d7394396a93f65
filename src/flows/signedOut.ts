import * as Effect from "effect/Effect"
import { Siwx } from "../../services/Siwx.ts"
import type { Connection } from "../domain/connection.ts"
import { lazily } from "../lazily.ts"

/** Ends the sign-in sessions of ended connections, if the site wants that. */
export const signedOut = Effect.fn("signedOut")(function* (ended: readonly Connection[]) {
  const { enabled, signOutOnDisconnect } = yield* Siwx
  if (enabled && signOutOnDisconnect && ended.length > 0)
    yield* lazily(
      () => import("./siwx.ts"),
      ({ endSessions }) => Effect.forEach(ended, endSessions),
    )
})
