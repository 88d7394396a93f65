import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type * as Scope from "effect/Scope"
import { AnswerInvalid } from "../../../src/errors/index.ts"
import type { Network } from "../../../src/options/networks.ts"
import { send } from "../../shared/http.ts"
import { rpc } from "../limits.ts"
import type { Endpoint } from "./endpoints.ts"
import { parse, pingOf } from "./envelope.ts"

/** A network's URLs, and the time of their last pings. */
export interface Ranked {
  readonly network: Network
  readonly endpoints: readonly Endpoint[]
  readonly scope: Scope.Scope
  /** Time of the last pings, or else of the first use, in ms since the Unix epoch. `undefined` before the first use. */
  pinged: number | undefined
}

/** Returns the URLs in order of preference: as given, unless pings show that a later one is clearly faster or more reliable. */
export const ranked = (endpoints: readonly Endpoint[]): readonly Endpoint[] =>
  endpoints.length < 2 ? endpoints : endpoints.toSorted((a, b) => cost(a) - cost(b))

/** Records the duration of a ping. A failed ping or request counts as the whole interval, so an unreliable URL ranks below a slow one. */
export const note = ({ pings }: Endpoint, ms: number = rpc.pingInterval): void => {
  if (pings.push(ms) > rpc.pingSamples) pings.shift()
}

/**
 * Pings the URLs that currently accept requests, in the background and at most once per interval. Does nothing if the network has only one
 * URL.
 */
export const pingSometimes = Effect.fnUntraced(function* (nodes: Ranked) {
  if (nodes.endpoints.length < 2) return
  const now = yield* Clock.currentTimeMillis
  nodes.pinged ??= now
  if (now - nodes.pinged < rpc.pingInterval) return
  nodes.pinged = now
  const awake = nodes.endpoints.filter(({ restsUntil }) => restsUntil <= now)
  const pings = Effect.forEach(awake, (endpoint) => ping(nodes, endpoint), {
    concurrency: "unbounded",
    discard: true,
  })
  yield* Effect.forkIn(pings, nodes.scope)
})

const ping = Effect.fnUntraced(function* ({ network }: Ranked, endpoint: Endpoint) {
  const { url, headers } = endpoint
  const began = yield* Clock.currentTimeMillis
  const body = pingOf(network.chainNamespace)
  const result = yield* Effect.result(send({ method: "POST", url, headers, body, timeout: rpc.pingInterval }))
  const well = Result.isSuccess(result) && !(parse(result.success.text) instanceof AnswerInvalid)
  note(endpoint, well ? (yield* Clock.currentTimeMillis) - began : undefined)
})

const cost = ({ pings }: Endpoint) =>
  pings.length === 0 ? 0 : Math.floor(pings.reduce((sum, ms) => sum + ms, 0) / pings.length / rpc.rankStep)
