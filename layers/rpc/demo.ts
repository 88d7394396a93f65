import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Rpc } from "../../services/Rpc.ts"
import { MethodNotFoundRpcError } from "../../src/core/rpcErrors.ts"
import type { World } from "../demo/world.ts"

/** Rpc backed by the world's nodes. Bitcoin's networks have none. */
export const layer = (world: World): Layer.Layer<Rpc> =>
  Layer.succeed(Rpc, {
    request: ({ network, method, params }) =>
      Effect.withSpan(
        Effect.andThen(
          world.faults.pass("rpc", method),
          network.chainNamespace !== "bip122"
            ? world.node(network.caipNetworkId, method, params)
            : Effect.fail(new MethodNotFoundRpcError(`The demo has no nodes of ${network.name}`)),
        ),
        "rpc",
        { attributes: { network: network.caipNetworkId, method }, captureStackTrace: false },
      ),
  })
