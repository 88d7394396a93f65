import type { EventBody } from "../../src/telemetry/opening/model.ts"
import { send } from "../shared/http.ts"

/** Host of the analytics service, and the project ID and SDK to send with each event. */
export interface PostOptions {
  readonly projectId: string
  readonly sdkType: string
  readonly sdkVersion: string
  /** Origin of the analytics service, whose endpoint is `/e`. */
  readonly host: string
}

/** Creates the function that posts an event. */
export const createPost = ({ projectId, sdkType, sdkVersion, host }: PostOptions) => {
  const url = `${host}/e?${new URLSearchParams({ projectId, st: sdkType, sv: sdkVersion })}`
  return (body: EventBody) => send({ method: "POST", url, body: JSON.stringify(body) })
}
