import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import * as Tracer from "effect/Tracer"
import type { Rpc } from "../../services/Rpc.ts"
import type { RpcError } from "../../src/domain/errors.ts"
import { rpc } from "../../src/domain/limits.ts"
import type { Network } from "../../src/domain/networks.ts"
import { resolve } from "./batch.ts"
import { Call, type Entry, settle } from "./call.ts"
import { endpointsOf, type RpcOptions } from "./endpoints.ts"
import type { Ranked } from "./ranking.ts"

/** JSON-RPC over HTTP POST, batched by network. Its requests live in `scope`. */
export const createTransport = (options: RpcOptions, scope: Scope.Scope): Rpc["Service"] => {
  const gateOf = gates(options, scope)
  let id = 0
  return {
    request: ({ network, method, params }) =>
      Effect.withFiber<unknown, RpcError>(({ context }) => {
        const request = new Call({ id: ++id, method, params })
        const gate = gateOf(network)
        return Effect.callback((resume) => {
          gate({ request, context, completeUnsafe: resume })
          return Effect.sync(() => request.leave())
        })
      }),
  }
}

/** Where the calls to a network meet. Two descriptions of one network with the same URLs share it. */
const gates = (options: RpcOptions, scope: Scope.Scope) => {
  const byNetwork = new WeakMap<Network, Gate>()
  const byUrls = new Map<string, Gate>()

  const make = (network: Network): Gate => {
    const endpoints = endpointsOf(options, network)
    const key = [network.caipNetworkId, ...endpoints.map(({ url }) => url)].join(" ")
    const gate = byUrls.get(key) ?? gateTo({ network, endpoints, pinged: undefined, scope })
    byUrls.set(key, gate)
    return gate
  }

  return (network: Network): Gate => {
    const gate = byNetwork.get(network) ?? make(network)
    byNetwork.set(network, gate)
    return gate
  }
}

/** Takes a call; it travels with the others of its turn. */
type Gate = (entry: Entry) => void

/**
 * Collects the calls of a turn, as many as a batch may hold, and sends them. (Effect's own batching of requests would come with the
 * first open, long before anybody asks a node.)
 */
const gateTo = (nodes: Ranked): Gate => {
  let waiting: Entry[] = []
  const close = (batch: readonly Entry[]) => {
    if (waiting !== batch) return Effect.void
    waiting = []
    return send(
      nodes,
      batch.filter(({ request }) => !request.over),
    )
  }
  return (entry) => {
    const batch = waiting
    const run = Effect.runForkWith(entry.context)
    const count = batch.push(entry)
    if (count === rpc.batchSize) run(close(batch))
    else if (count === 1) run(Effect.flatMap(Effect.yieldNow, () => close(batch)))
  }
}

const send = (nodes: Ranked, entries: readonly Entry[]) => {
  const [first, ...more] = entries
  if (!first) return Effect.void
  const { caipNetworkId: network } = nodes.network
  const attributes = { batchSize: entries.length, network, ...(more.length === 0 && { method: first.request.method }) }
  // In the layer's scope, so that no request outlives it.
  const answering = Effect.forkIn(resolve(nodes, entries), nodes.scope, { startImmediately: true }).pipe(
    Effect.tap((fiber) => Effect.sync(() => Call.board(entries, fiber))),
    Effect.flatMap(Fiber.join),
    Effect.onExit((exit) =>
      Effect.sync(() => {
        const left = Exit.isFailure(exit) ? exit : Exit.die(new Error("A call was not answered"))
        for (const entry of entries) if (!entry.request.over) settle(entry, left)
      }),
    ),
  )
  return Effect.withSpan(answering, "rpc", { attributes, links: linksTo(entries), captureStackTrace: false })
}

/** The spans of those who ask, for a tracer to find its way from one to the other. */
const linksTo = (entries: readonly Entry[]): Tracer.SpanLink[] => {
  const spans = entries.map(({ context }) => Option.getOrUndefined(Context.getOption(context, Tracer.ParentSpan)))
  return [...new Set(spans)].flatMap((span) => (span ? [{ span, attributes: {} }] : []))
}
