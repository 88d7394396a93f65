import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Api } from "../../services/Api.ts"
import { loadOnce } from "../shared/loadOnce.ts"
import { imageUrl } from "./imageUrl.ts"
import type { ApiOptions } from "./opening/client.ts"

/** API backed by HTTP requests. The client, the cache and the decoder load on the first call. */
export const layer = (options: ApiOptions): Layer.Layer<Api> =>
  Layer.sync(Api, () => {
    const calls = loadOnce(() => import("./opening/client.ts").then(({ createApiClient }) => createApiClient(options)))
    return {
      call: (row, input) =>
        Effect.matchEffect(calls, {
          onFailure: (cause) => Effect.fail(row.failure(cause)),
          onSuccess: (call) => call(row, input),
        }),
      image: (kind, id) => imageUrl(options, kind, id),
    }
  })
