import * as Effect from "effect/Effect"
import { AnswerInvalid, AnswerTooLarge, type ApiError, HttpStatus, UnknownFailure } from "../../src/errors/index.ts"
import { isRecord } from "../../src/options/guards.ts"
import type { Fault, Script } from "./script.ts"

/** Services that can have faults. */
export type Channel = "api" | "rpc" | "relay" | "frame" | "abilities"

/** Every request to the world's services passes here, to be delayed or to fail. */
export interface Faults {
  /** Makes a service, or an endpoint by its name, fail. */
  set(name: string, fault: Fault): void
  /** Makes it work again. Without a name, all of them. */
  heal(name?: string): void
  /** Whether a service is offline. */
  offline(line: Channel): boolean
  /** Returns how often a service or an endpoint was requested. */
  asked(name: string): number
  /** Succeeds after the service's latency, or fails with its fault. An endpoint's own fault takes precedence. */
  pass(line: Channel, row?: string): Effect.Effect<void, HttpStatus | UnknownFailure>
  /** Returns a response after `pass`, or what its fault makes of it: another value, or a failure. Requests with the same key are equal. */
  respond<E>(request: FaultyRequest, response: Effect.Effect<unknown, E>): Effect.Effect<unknown, E | ApiError>
  /** Calls `changed` after each change. Returns a function that stops it. */
  watch(changed: () => void): () => void
}

/** A request whose response a fault may change. */
export interface FaultyRequest {
  readonly line: Channel
  readonly row: string
  readonly key: string
}

/** Creates the faults of a script, which can be turned on and off. */
export const createFaults = ({ latency = 0, faults = {} }: Pick<Script, "latency" | "faults">): Faults => {
  const set = new Map(Object.entries(faults))
  const counts = new Map<string, number>()
  const watchers = new Set<() => void>()
  const changed = () => {
    for (const watcher of [...watchers]) watcher()
  }
  const count = (name: string) => counts.set(name, (counts.get(name) ?? 0) + 1)

  /** Uses up one of the times that a fault has left. */
  const take = (line: Channel, row: string | undefined): Fault | undefined => {
    const name = [row, line].find((one) => one !== undefined && set.has(one))
    const fault = name === undefined ? undefined : set.get(name)
    if (name === undefined || fault?.times === undefined) return fault
    if (fault.times > 1) set.set(name, { ...fault, times: fault.times - 1 })
    else set.delete(name)
    if (fault.times < 2) changed()
    return fault.times === 0 ? undefined : fault
  }

  /** Waits as long as the service takes. Returns the fault of the request, if it has a response all the same. */
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
    asked: (name) => counts.get(name) ?? 0,
    pass: (line, row) => Effect.asVoid(send(line, row)),
    respond: <E>({ line, row, key }: FaultyRequest, response: Effect.Effect<unknown, E>) =>
      Effect.flatMap(send(line, row), (fault): Effect.Effect<unknown, E | ApiError> => {
        const failure = fault?.body && badResponses[fault.body]
        // The service has done what it was asked to do.
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

/** Delays an effect. 0 ms is no delay at all, not even a task. */
export const takes = <A, E>(milliseconds: number, effect: Effect.Effect<A, E>): Effect.Effect<A, E> =>
  milliseconds > 0 ? Effect.delay(effect, milliseconds) : effect

const failureOf = (fault: Fault | undefined) => {
  if (fault?.offline) return new UnknownFailure({ cause: new TypeError("Failed to fetch") })
  return fault?.status === undefined ? undefined : new HttpStatus(fault.status)
}

/** Failures of the transport for responses that it cannot read. */
const badResponses: Readonly<Partial<Record<NonNullable<Fault["body"]>, () => ApiError>>> = {
  truncated: () => new AnswerInvalid("Expected JSON, received text"),
  huge: () => new AnswerTooLarge(),
  misplaced: () => new AnswerInvalid("Expected a response with the ID of the request"),
}

/** Replaces texts and null by numbers and all other values by texts, in lists and objects of the same size. */
const mistype = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(mistype)
  if (isRecord(value)) return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, mistype(field)]))
  if (value === null) return 0
  return typeof value === "string" ? value.length : "mistyped"
}
