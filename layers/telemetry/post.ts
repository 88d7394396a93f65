import * as Effect from "effect/Effect"
import type { HttpFailure } from "../http.ts"
import { send } from "../http.ts"
import type { TelemetryOptions } from "./http.ts"

/** Posts one body to `/e`. After a 403 nothing is posted any more, and the origin is reported as refused, once. */
export const createPost = ({ projectId, sdkType, sdkVersion, host, refused }: TelemetryOptions) => {
  const url = `${host}/e?${new URLSearchParams({ projectId, st: sdkType, sv: sdkVersion })}`
  let over = false
  return (body: object): Effect.Effect<void, HttpFailure> => {
    if (over) return Effect.void
    return send({ method: "POST", url, body: JSON.stringify(body) }).pipe(
      Effect.asVoid,
      Effect.catchTag("HttpStatus", (error) => {
        if (error.status !== 403) return Effect.fail(error)
        if (!over) refused()
        over = true
        return Effect.void
      }),
    )
  }
}
