import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { RpcError } from "../src/errors/index.ts"
import type { Network } from "../src/options/networks.ts"

/** JSON-RPC to the nodes of any network. */
export class Rpc extends Context.Service<
  Rpc,
  {
    /**
     * Calls a method and returns its undecoded `result`. Calls to one network in the same tick are batched across fibers; each has
     * its own response, and a failing one does not affect the others. Retries temporary failures, also on the network's other
     * nodes. Interrupting the last caller of a request aborts it.
     */
    request(input: RpcCall): Effect.Effect<unknown, RpcError>
  }
>()("portico/Rpc") {}

/** A method of a network's nodes. `params` must be JSON. */
export interface RpcCall {
  readonly network: Network
  readonly method: string
  readonly params: readonly unknown[]
}
