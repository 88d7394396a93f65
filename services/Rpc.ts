import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { RpcError } from "../src/errors/index.ts"
import type { Network } from "../src/options/networks.ts"

/** Access to the nodes of any network over JSON-RPC. */
export class Rpc extends Context.Service<
  Rpc,
  {
    /**
     * Calls a method and returns its `result`, not decoded. Retries temporary failures, also on the network's other nodes. Over HTTP, calls
     * to one network in the same tick share a request, which is aborted once all their callers are interrupted.
     */
    request(input: RpcCall): Effect.Effect<unknown, RpcError>
  }
>()("portico/Rpc") {}

/** Call to a method of a network's nodes. `params` must be JSON. */
export interface RpcCall {
  readonly network: Network
  readonly method: string
  readonly params: readonly unknown[]
}
