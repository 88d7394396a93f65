import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import type * as Scope from "effect/Scope"
import * as Tracer from "effect/Tracer"
import type { Rpc } from "../../services/Rpc.ts"
import type { RpcError } from "../../src/domain/errors.ts"
import type { Network } from "../../src/domain/networks.ts"
import { rpc } from "../../src/domain/openingLimits.ts"
import { resolve } from "./batch.ts"
import { Call } from "./call.ts"
import { endpointsOf, type RpcOptions } from "./endpoints.ts"
import type { Ranked } from "./ranking.ts"

/** JSON-RPC over HTTP POST, batched by network. Its requests live in `scope`. */
export const createTransport = (options: RpcOptions, scope: Scope.Scope): Rpc["Service"] => {
  const joiningOf = joinings(options, scope)
  let id = 0
  return {
    request: ({ network, method, params }) =>
      Effect.withFiber<unknown, RpcError>(({ context }) =>
        Effect.callback((resume) => {
          const call = new Call({ id: ++id, method, params }, context, resume)
          joiningOf(network)(call)
          return Effect.sync(() => call.leave())
        }),
      ),
  }
}

/** Takes a call into the batch of its tick. */
type Join = (call: Call) => void

/** Where the calls to a network meet. Two descriptions of one network with the same URLs share it. */
const joinings = (options: RpcOptions, scope: Scope.Scope) => {
  const byNetwork = new WeakMap<Network, Join>()
  const byUrls = new Map<string, Join>()

  const make = (network: Network): Join => {
    const endpoints = endpointsOf(options, network)
    const key = [network.caipNetworkId, ...endpoints.map(({ url }) => url)].join(" ")
    const join = byUrls.get(key) ?? batching({ network, endpoints, pinged: undefined, scope })
    byUrls.set(key, join)
    return join
  }

  return (network: Network): Join => {
    const join = byNetwork.get(network) ?? make(network)
    byNetwork.set(network, join)
    return join
  }
}

/** Calls of one tick are asked together, in the first one's context, as many as fit into a batch. */
const batching = (nodes: Ranked): Join => {
  let open: Call[] = []
  return (call) => {
    const isFirst = open.length === 0 || open.length === rpc.batchSize
    if (isFirst) open = []
    const batch = open
    batch.push(call)
    if (!isFirst) return
    const asked = Effect.suspend(() => {
      if (open === batch) open = []
      return answer(
        nodes,
        batch.filter(({ over }) => !over),
      )
    })
    Effect.runForkWith(call.context)(Effect.andThen(Effect.yieldNow, asked))
  }
}

/** Answers calls in the layer's scope, so that no request outlives it: it ends for those that wait still. */
const answer = (nodes: Ranked, calls: readonly Call[]): Effect.Effect<void> =>
  calls.length === 0
    ? Effect.void
    : Effect.forkIn(resolve(nodes, calls), nodes.scope, { startImmediately: true }).pipe(
        Effect.tap((fiber) => Effect.sync(() => Call.board(calls, fiber))),
        Effect.flatMap(Fiber.join),
        Effect.onError((cause) =>
          Effect.sync(() => {
            for (const call of calls) call.settle(Exit.failCause(cause))
          }),
        ),
        Effect.withSpan(
          "rpc",
          {
            attributes: {
              batchSize: calls.length,
              network: nodes.network.caipNetworkId,
              ...(calls.length === 1 && { method: calls[0]?.sent.method }),
            },
            links: callersOf(calls),
          },
          { captureStackTrace: false },
        ),
      )

/** The spans that asked. */
const callersOf = (calls: readonly Call[]): Tracer.SpanLink[] => {
  const spans = calls.map(({ context }) => Context.getOrUndefined(context, Tracer.ParentSpan))
  return [...new Set(spans)].flatMap((span) => (span ? [{ span, attributes: {} }] : []))
}
