import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Result from "effect/Result"
import * as Schedule from "effect/Schedule"
import {
  AnswerInvalid,
  AnswerTooLarge,
  type HttpStatus,
  type RpcError,
  UnknownFailure,
} from "../../../src/errors/index.ts"
import { typeMismatch } from "../../../src/options/guards.ts"
import { exchange, refused as refusalOf, retryAfter, transient } from "../../shared/http.ts"
import { rpc } from "../limits.ts"
import { type Entry, resolveCall, retryLater } from "./call.ts"
import type { Endpoint } from "./endpoints.ts"
import { decode, encode, errorOfAll, parse, type RpcReply, refusesBatch, worthRetrying } from "./envelope.ts"
import { note, pingSometimes, type Ranked, ranked } from "./ranking.ts"

/**
 * Resolves the calls of a batch. A round tries the network's URLs in order, each with the calls still unresolved. Calls that may succeed
 * later get up to `retryCount` more rounds, after pauses that double. The others fail.
 */
export const resolve = Effect.fnUntraced(function* (nodes: Ranked, entries: readonly Entry[]) {
  yield* pingSometimes(nodes)
  let waiting = entries
  const round = Effect.gen(function* () {
    for (const endpoint of yield* awake(nodes.endpoints)) {
      waiting = waiting.filter(({ request }) => !request.over)
      if (waiting.length === 0) return
      waiting = yield* postCalls(endpoint, waiting)
    }
    waiting = waiting.filter(mayRetry)
  })
  yield* Effect.repeat(round, { schedule: backoff, times: rpc.retryCount, while: () => waiting.length > 0 })
  giveUp(waiting)
})

const backoff = Schedule.exponential(rpc.retryDelay)

/** Whether a call is tried again in the next round. Fails the call if not. */
const mayRetry = (entry: Entry) => {
  const { again } = entry.request
  if (!again) giveUp([entry])
  entry.request.again = false
  return again
}

const giveUp = (entries: readonly Entry[]) => {
  for (const entry of entries) resolveCall(entry, Exit.fail(entry.request.failure ?? new UnknownFailure()))
}

/** Returns the URLs that accept requests now, best first. If no URL does, waits for the first that will. */
const awake = Effect.fnUntraced(function* (endpoints: readonly Endpoint[]) {
  const now = yield* Clock.currentTimeMillis
  const until = Math.min(...endpoints.map(({ restsUntil }) => restsUntil))
  if (endpoints.length > 0 && until > now) yield* Effect.sleep(until - now)
  return ranked(endpoints.filter(({ restsUntil }) => restsUntil <= Math.max(now, until)))
})

/** Posts calls to one URL and resolves those with a conclusive reply. Returns the other calls, with their failures stored. */
const postCalls = (endpoint: Endpoint, entries: readonly Entry[]): Effect.Effect<readonly Entry[]> => {
  const inParts = (size: number) =>
    Effect.map(
      Effect.forEach(parts(entries, size), (part) => postCalls(endpoint, part), { concurrency: rpc.concurrentBatches }),
      (left) => left.flat(),
    )
  if (entries.length > endpoint.most) return inParts(endpoint.most)

  const divisible = entries.length > 1
  const smaller = Math.ceil(entries.length / rpc.batchShrink)
  const body = encode(entries.map(({ request }) => request))
  if (typeof body !== "string") {
    // Only the caller of the invalid call may get this failure, so the batch is divided to find it.
    if (divisible) return inParts(smaller)
    for (const entry of entries) resolveCall(entry, Exit.fail(body))
    return Effect.succeed([])
  }
  return Effect.matchEffect(
    exchange({ method: "POST", url: endpoint.url, headers: endpoint.headers, body, timeout: rpc.timeout }),
    {
      onFailure: (failure) =>
        // One large result must not make the other calls fail, so the batch is divided.
        divisible && failure instanceof AnswerTooLarge
          ? inParts(smaller)
          : Effect.succeed(recordFailure(entries, endpoint, failure, transient(failure))),
      onSuccess: (response) => {
        const replies = parse(response.text)
        if (divisible && (response.status === contentTooLarge || refusesBatch(replies))) {
          endpoint.most = smaller
          return inParts(smaller)
        }
        const refused = response.status < 200 || response.status > 299 ? refusalOf(response) : undefined
        if (!refused || !transient(refused)) return Effect.succeed(handleReplies(entries, endpoint, replies, refused))
        return Effect.map(Clock.currentTimeMillis, (now) => {
          endpoint.restsUntil = now + retryAfter(refused)
          return recordFailure(entries, endpoint, refused, true)
        })
      },
    },
  )
}

/** Resolves the calls that have a conclusive reply, and returns the other calls. Unexpected and repeated replies are ignored. */
const handleReplies = (
  entries: readonly Entry[],
  endpoint: Endpoint,
  replies: readonly RpcReply[] | AnswerInvalid,
  refused: HttpStatus | undefined,
): readonly Entry[] => {
  if (replies instanceof AnswerInvalid) return recordFailure(entries, endpoint, refused ?? replies, false)

  const left: Entry[] = []
  const handleReply = (entry: Entry, reply: RpcReply) => {
    const result = decode(reply)
    if (Result.isSuccess(result)) resolveCall(entry, Exit.succeed(result.success))
    else if (result.failure instanceof AnswerInvalid) left.push(...retryLater([entry], result.failure, false))
    else if (worthRetrying(result.failure)) left.push(...retryLater([entry], result.failure, true))
    else resolveCall(entry, Exit.fail(result.failure))
  }
  const shared = errorOfAll(replies)
  if (shared) {
    for (const entry of entries) handleReply(entry, shared)
    return left
  }

  const waiting = new Map<unknown, Entry>()
  for (const entry of entries) waiting.set(entry.request.id, entry)
  for (const reply of replies) {
    const entry = waiting.get(reply.id)
    if (entry && waiting.delete(reply.id)) handleReply(entry, reply)
  }
  if (waiting.size === 0) return left
  return [
    ...left,
    ...recordFailure(
      [...waiting.values()],
      endpoint,
      refused ?? new AnswerInvalid(typeMismatch("reply", undefined)),
      false,
    ),
  ]
}

/** Stores the failure of calls and whether a retry may succeed, and lowers the rank of the URL. Returns the calls. */
const recordFailure = (entries: readonly Entry[], endpoint: Endpoint, failure: RpcError, again: boolean) => {
  note(endpoint)
  return retryLater(entries, failure, again)
}

const parts = (entries: readonly Entry[], size: number) =>
  Array.from({ length: Math.ceil(entries.length / size) }, (_, part) => entries.slice(part * size, (part + 1) * size))

/** HTTP status for a request that is too large. */
const contentTooLarge = 413
