import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as RequestResolver from "effect/RequestResolver"
import type * as Scope from "effect/Scope"
import type { Rpc } from "../../../services/Rpc.ts"
import type { RpcError } from "../../../src/errors/index.ts"
import type { Network } from "../../../src/options/networks.ts"
import { rpc } from "../limits.ts"
import { resolve } from "./batch.ts"
import { Call } from "./call.ts"
import { endpointsOf, type RpcOptions } from "./endpoints.ts"

/** Creates the service that sends JSON-RPC over HTTP POST, batched per network. Its requests end with `scope`. */
export const createTransport = (options: RpcOptions, scope: Scope.Scope): Rpc["Service"] => {
  const resolverOf = resolvers(options, scope)
  let id = 0
  return {
    request: ({ network, method, params }) =>
      Effect.withFiber<unknown, RpcError>(({ context }) => {
        const call = new Call({ id: ++id, method, params })
        const resolver = resolverOf(network)
        return Effect.callback((resume) => {
          const withdraw = Effect.requestUnsafe(call, { resolver, context, onExit: resume })
          return Effect.sync(() => {
            withdraw()
            call.leave()
          })
        })
      }),
  }
}

type Resolver = RequestResolver.RequestResolver<Call>

/** Returns a function that returns the batching resolver of a network. Network objects with the same ID and URLs share a resolver. */
const resolvers = (options: RpcOptions, scope: Scope.Scope) => {
  const byNetwork = new WeakMap<Network, Resolver>()
  const byUrls = new Map<string, Resolver>()

  const make = (network: Network): Resolver => {
    const endpoints = endpointsOf(options, network)
    const key = [network.caipNetworkId, ...endpoints.map(({ url }) => url)].join(" ")
    const known = byUrls.get(key)
    if (known) return known

    const nodes = { network, endpoints, pinged: undefined, scope }
    const resolver = RequestResolver.make<Call>((entries) =>
      // Runs in the layer's scope, so no request outlives it.
      Effect.forkIn(resolve(nodes, entries), scope, { startImmediately: true }).pipe(
        Effect.tap((fiber) => Effect.sync(() => Call.board(entries, fiber))),
        Effect.flatMap(Fiber.join),
      ),
    ).pipe(
      RequestResolver.batchN(rpc.batchSize),
      RequestResolver.withSpan("rpc", ([{ request }, ...more]) => ({
        attributes: { network: network.caipNetworkId, ...(more.length === 0 && { method: request.method }) },
        captureStackTrace: false,
      })),
    )
    byUrls.set(key, resolver)
    return resolver
  }

  return (network: Network): Resolver => {
    const resolver = byNetwork.get(network) ?? make(network)
    byNetwork.set(network, resolver)
    return resolver
  }
}
