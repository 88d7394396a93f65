import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Result from "effect/Result"
import {
  AnswerInvalid,
  AnswerTooLarge,
  type HttpStatus,
  type RpcError,
  UnknownFailure,
} from "../../src/domain/errors.ts"
import { mismatch } from "../../src/domain/input.ts"
import { rpc } from "../../src/domain/openingLimits.ts"
import { exchange, refused as refusalOf, retryAfter, transient } from "../http.ts"
import { type Call, putOff } from "./call.ts"
import type { Endpoint } from "./endpoints.ts"
import { decode, encode, errorOfAll, parse, type Reply, refusesBatch, worthRetrying } from "./envelope.ts"
import { note, pingSometimes, type Ranked, ranked } from "./ranking.ts"

/**
 * Answers the calls of a batch. A round asks the network's URLs in turn, each for what those before it could not answer; what is
 * worth it gets another round after a pause that doubles.
 */
export const resolve = Effect.fnUntraced(function* (nodes: Ranked, calls: readonly Call[]) {
  yield* pingSometimes(nodes)
  let waiting = calls
  for (let round = 0; waiting.length > 0; round++) {
    for (const endpoint of yield* awake(nodes.endpoints)) {
      waiting = waiting.filter(({ over }) => !over)
      if (waiting.length === 0) return
      waiting = yield* ask(endpoint, waiting)
    }
    waiting = round < rpc.retryCount ? waiting.filter(mayRetry) : giveUp(waiting)
    if (waiting.length > 0) yield* Effect.sleep(rpc.retryDelay * 2 ** round)
  }
})

/** Whether a call goes into the next round. One that does not fails. */
const mayRetry = (call: Call) => {
  const { again } = call
  if (!again) giveUp([call])
  call.again = false
  return again
}

const giveUp = (calls: readonly Call[]): readonly Call[] => {
  for (const call of calls) call.settle(Exit.fail(call.failure ?? new UnknownFailure()))
  return []
}

/** The URLs to ask now, best first. When all of them want to be left alone, it waits for the first that does not any more. */
const awake = Effect.fnUntraced(function* (endpoints: readonly Endpoint[]) {
  const now = yield* Clock.currentTimeMillis
  const until = Math.min(...endpoints.map(({ restsUntil }) => restsUntil))
  if (endpoints.length > 0 && until > now) yield* Effect.sleep(until - now)
  return ranked(endpoints.filter(({ restsUntil }) => restsUntil <= Math.max(now, until)))
})

/** Posts calls to one URL and settles those that it answers. Gives back the others, with what went wrong. */
const ask = (endpoint: Endpoint, calls: readonly Call[]): Effect.Effect<readonly Call[]> => {
  const inParts = (size: number) =>
    Effect.map(
      Effect.forEach(parts(calls, size), (part) => ask(endpoint, part), { concurrency: rpc.concurrentBatches }),
      (left) => left.flat(),
    )
  if (calls.length > endpoint.most) return inParts(endpoint.most)

  const divisible = calls.length > 1
  const smaller = Math.ceil(calls.length / rpc.batchShrink)
  const body = encode(calls.map(({ sent }) => sent))
  if (typeof body !== "string") {
    // Its caller alone is to hear of it.
    if (divisible) return inParts(smaller)
    for (const call of calls) call.settle(Exit.fail(body))
    return Effect.succeed([])
  }
  return Effect.matchEffect(exchange({ method: "POST", url: endpoint.url, headers: endpoint.headers, body }), {
    onFailure: (failure) =>
      // One long answer must not cost the others theirs.
      divisible && failure instanceof AnswerTooLarge
        ? inParts(smaller)
        : Effect.succeed(unanswered(calls, endpoint, failure, transient(failure))),
    onSuccess: (answer) => {
      const replies = parse(answer.text)
      if (divisible && (answer.status === contentTooLarge || refusesBatch(replies))) {
        endpoint.most = smaller
        return inParts(smaller)
      }
      const refused = answer.status < 200 || answer.status > 299 ? refusalOf(answer) : undefined
      if (!refused || !transient(refused)) return Effect.succeed(hear(calls, endpoint, replies, refused))
      return Effect.map(Clock.currentTimeMillis, (now) => {
        endpoint.restsUntil = now + retryAfter(refused)
        return unanswered(calls, endpoint, refused, true)
      })
    },
  })
}

/** Settles what was answered; replies that nobody waits for, and second ones, count for nothing. */
const hear = (
  calls: readonly Call[],
  endpoint: Endpoint,
  replies: readonly Reply[] | AnswerInvalid,
  refused: HttpStatus | undefined,
): readonly Call[] => {
  if (replies instanceof AnswerInvalid) return unanswered(calls, endpoint, refused ?? replies, false)

  const left: Call[] = []
  const tell = (call: Call, reply: Reply) => {
    const said = decode(reply)
    if (Result.isSuccess(said)) call.settle(Exit.succeed(said.success))
    else if (said.failure instanceof AnswerInvalid) left.push(...putOff([call], said.failure, false))
    else if (worthRetrying(said.failure)) left.push(...putOff([call], said.failure, true))
    else call.settle(Exit.fail(said.failure))
  }
  const shared = errorOfAll(replies)
  if (shared) {
    for (const call of calls) tell(call, shared)
    return left
  }

  const waiting = new Map<unknown, Call>()
  for (const call of calls) waiting.set(call.sent.id, call)
  for (const reply of replies) {
    const call = waiting.get(reply.id)
    if (call && waiting.delete(reply.id)) tell(call, reply)
  }
  if (waiting.size === 0) return left
  return [
    ...left,
    ...unanswered([...waiting.values()], endpoint, refused ?? new AnswerInvalid(mismatch("reply", undefined)), false),
  ]
}

/** Puts calls off, and notes that the URL is not to be relied on. */
const unanswered = (calls: readonly Call[], endpoint: Endpoint, failure: RpcError, again: boolean) => {
  note(endpoint)
  return putOff(calls, failure, again)
}

const parts = (calls: readonly Call[], size: number) =>
  Array.from({ length: Math.ceil(calls.length / size) }, (_, part) => calls.slice(part * size, (part + 1) * size))

/** HTTP 413. */
const contentTooLarge = 413
