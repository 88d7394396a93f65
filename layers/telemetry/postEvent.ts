import type { EventBody } from "../../src/telemetry/opening/model.ts"
import { send } from "../shared/http.ts"
import type { TelemetryOptions } from "./http.ts"

export const createPost = ({ projectId, sdkType, sdkVersion, host }: TelemetryOptions) => {
  const url = `${host}/e?${new URLSearchParams({ projectId, st: sdkType, sv: sdkVersion })}`
  return (body: EventBody) => send({ method: "POST", url, body: JSON.stringify(body) })
}
