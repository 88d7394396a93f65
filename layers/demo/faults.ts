import * as Effect from "effect/Effect"
import { AnswerInvalid, AnswerTooLarge, type ApiError, HttpStatus, UnknownFailure } from "../../src/errors/index.ts"
import { isRecord } from "../../src/options/guards.ts"
import type { Fault, Script } from "./script.ts"

/** Services that can have faults. */
export type Channel = "api" | "rpc" | "relay" | "frame" | "abilities"

/** Delays and failures of the world's services. */
export interface Faults {
  /** Sets the fault of a service or an endpoint. Replaces an earlier one. */
  set(name: string, fault: Fault): void
  /** Removes the fault of a service or an endpoint. Without a name, removes all faults. */
  heal(name?: string): void
  /** Whether a service is offline. */
  offline(line: Channel): boolean
  /** Returns the number of requests to a service or an endpoint so far. */
  requestCount(name: string): number
  /**
   * Waits for the script's latency and the fault's delay. Fails with UnknownFailure if the fault is `offline`, and with HttpStatus if it
   * has an HTTP status. An endpoint's own fault takes precedence over that of its service.
   */
  pass(line: Channel, row?: string): Effect.Effect<void, HttpStatus | UnknownFailure>
  /**
   * Waits or fails like `pass`, then returns a response. A fault may replace the response by another value or a failure. Equal requests
   * have the same key. The first response for a key is stored, and a `stale` fault returns it again.
   */
  respond<E>(request: FaultyRequest, response: Effect.Effect<unknown, E>): Effect.Effect<unknown, E | ApiError>
  /** Calls `changed` after each change of the faults. Returns a function that stops the calls. */
  watch(changed: () => void): () => void
}

/** A request whose response a fault may change. */
export interface FaultyRequest {
  readonly line: Channel
  readonly row: string
  readonly key: string
}

/** Creates the faults of a script, which can be changed at run time. */
export const createFaults = ({ latency = 0, faults = {} }: Pick<Script, "latency" | "faults">): Faults => {
  const set = new Map(Object.entries(faults))
  const counts = new Map<string, number>()
  const watchers = new Set<() => void>()
  const changed = () => {
    for (const watcher of [...watchers]) watcher()
  }
  const count = (name: string) => counts.set(name, (counts.get(name) ?? 0) + 1)

  /** Returns the fault of a request and counts it against the fault's `times`. Removes a fault that is used up. */
  const take = (line: Channel, row: string | undefined): Fault | undefined => {
    const name = [row, line].find((one) => one !== undefined && set.has(one))
    const fault = name === undefined ? undefined : set.get(name)
    if (name === undefined || fault?.times === undefined) return fault
    if (fault.times > 1) set.set(name, { ...fault, times: fault.times - 1 })
    else set.delete(name)
    if (fault.times < 2) changed()
    return fault.times === 0 ? undefined : fault
  }

  /**
   * Waits for the latency and any delay. Fails with the fault's failure, or else returns the fault, which may still change the response.
   */
  const send = (line: Channel, row: string | undefined) =>
    Effect.suspend(() => {
      count(line)
      if (row !== undefined) count(row)
      const fault = take(line, row)
      const failure = failureOf(fault)
      return takes(latency + (fault?.delay ?? 0), failure ? Effect.fail(failure) : Effect.succeed(fault))
    })
  const firsts = new Map<string, unknown>()

  return {
    set: (name, fault) => {
      set.set(name, fault)
      changed()
    },
    heal: (name) => {
      if (name === undefined) set.clear()
      else set.delete(name)
      changed()
    },
    offline: (line) => set.get(line)?.offline === true,
    requestCount: (name) => counts.get(name) ?? 0,
    pass: (line, row) => Effect.asVoid(send(line, row)),
    respond: <E>({ line, row, key }: FaultyRequest, response: Effect.Effect<unknown, E>) =>
      Effect.flatMap(send(line, row), (fault): Effect.Effect<unknown, E | ApiError> => {
        const failure = fault?.body && badResponses[fault.body]
        // The service has processed the request, and only its response fails.
        if (failure)
          return Effect.andThen(
            response,
            Effect.suspend(() => Effect.fail(failure())),
          )
        return Effect.map(response, (value) => {
          if (fault?.body === "mistyped") return mistype(value)
          if (!firsts.has(key)) firsts.set(key, value)
          return fault?.body === "stale" ? firsts.get(key) : value
        })
      }),
    watch: (watcher) => {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
  }
}

/** Delays an effect. With 0 ms, runs it in the same task. */
export const takes = <A, E>(milliseconds: number, effect: Effect.Effect<A, E>): Effect.Effect<A, E> =>
  milliseconds > 0 ? Effect.delay(effect, milliseconds) : effect

const failureOf = (fault: Fault | undefined) => {
  if (fault?.offline) return new UnknownFailure({ cause: new TypeError("Failed to fetch") })
  return fault?.status === undefined ? undefined : new HttpStatus(fault.status)
}

/** Failures with which real transports report unreadable responses. */
const badResponses: Readonly<Partial<Record<NonNullable<Fault["body"]>, () => ApiError>>> = {
  truncated: () => new AnswerInvalid("Expected JSON, received text"),
  huge: () => new AnswerTooLarge(),
  misplaced: () => new AnswerInvalid("Expected a response with the ID of the request"),
}

/** Replaces strings and `null` by numbers, and all other values by strings. Keeps the structure of lists and objects. */
const mistype = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(mistype)
  if (isRecord(value)) return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, mistype(field)]))
  if (value === null) return 0
  return typeof value === "string" ? value.length : "mistyped"
}
