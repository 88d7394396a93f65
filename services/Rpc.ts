import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { RpcError } from "../src/domain/errors.ts"
import type { Network } from "../src/domain/networks.ts"

/** JSON-RPC to the nodes of any network. */
export class Rpc extends Context.Service<
  Rpc,
  {
    /**
     * Calls a method and gives its `result` as it came: whoever calls decodes it. Calls of one tick to one network travel
     * together, from whatever fiber they come; each has its own answer, and one that fails harms no other. Failures worth another
     * try are tried again, on the network's other nodes too, before they reach the caller. Interrupting the last caller of a
     * request aborts it.
     */
    request(input: RpcCall): Effect.Effect<unknown, RpcError>
  }
>()("portico/Rpc") {}

/** A method of a network's nodes, with params that JSON can carry. */
export interface RpcCall {
  readonly network: Network
  readonly method: string
  readonly params: readonly unknown[]
}
