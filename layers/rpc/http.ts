import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Rpc } from "../../services/Rpc.ts"
import { loadOnce } from "../shared/loadOnce.ts"
import type { RpcOptions } from "./transport/endpoints.ts"

export type { CustomRpcUrl, RpcOptions } from "./transport/endpoints.ts"

/** Rpc backed by HTTP POST. Nothing is loaded or requested before the first call. All requests end with the layer's scope. */
export const layer = (options: RpcOptions): Layer.Layer<Rpc> =>
  Layer.effect(
    Rpc,
    Effect.map(Effect.scope, (scope) => {
      let transport: Rpc["Service"] | undefined
      const fetched = loadOnce(async () => {
        const { createTransport } = await import("./transport/transport.ts")
        transport = createTransport(options, scope)
        return transport
      })
      return {
        request: (call) => transport?.request(call) ?? Effect.flatMap(fetched, ({ request }) => request(call)),
      }
    }),
  )
