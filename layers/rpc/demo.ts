import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Rpc } from "../../services/Rpc.ts"
import type { World } from "../demo/world.ts"

/** Rpc backed by the nodes of the demo world. */
export const layer = (world: World): Layer.Layer<Rpc> =>
  Layer.succeed(Rpc, {
    request: ({ network, method, params }) =>
      Effect.withSpan(
        world.faults.respond(
          { line: "rpc", row: method, key: `${network.caipNetworkId} ${method} ${JSON.stringify(params)}` },
          world.node(network.caipNetworkId, method, params),
        ),
        "rpc",
        { attributes: { network: network.caipNetworkId, method }, captureStackTrace: false },
      ),
  })
