import * as Effect from "effect/Effect"
import { HttpStatus, UnknownFailure } from "../../src/domain/errors.ts"
import type { Fault, Script } from "./script.ts"

/** The services that faults are set for. */
export type Line = "api" | "rpc" | "relay" | "frame" | "abilities"

/** Every line of the world to the outside goes through here: it takes its time, and fails where it was told to. */
export interface Faults {
  /** Makes a service, or an endpoint by its row's name, fail. */
  set(name: string, fault: Fault): void
  /** Makes it work again; without a name: everything. */
  heal(name?: string): void
  /** Whether a service has no line at all. */
  offline(line: Line): boolean
  /** How often something was asked for, by service and by row. */
  asked(name: string): number
  /** Passes after the line's latency, or fails as the line does. A row's own fault goes before its service's. */
  pass(line: Line, row?: string): Effect.Effect<void, HttpStatus | UnknownFailure>
  /** Calls back after each change, until the answered function is called. */
  watch(changed: () => void): () => void
}

/** Faults as a script has them, to be turned on and off. */
export const createFaults = ({ latency = 0, faults = {} }: Pick<Script, "latency" | "faults">): Faults => {
  const set = new Map(Object.entries(faults))
  const counts = new Map<string, number>()
  const watchers = new Set<() => void>()
  const changed = () => {
    for (const watcher of [...watchers]) watcher()
  }
  const count = (name: string) => counts.set(name, (counts.get(name) ?? 0) + 1)

  /** Takes one of the times that a fault has left. */
  const take = (line: Line, row: string | undefined): Fault | undefined => {
    const name = [row, line].find((one) => one !== undefined && set.has(one))
    const fault = name === undefined ? undefined : set.get(name)
    if (name === undefined || fault?.times === undefined) return fault
    if (fault.times > 1) set.set(name, { ...fault, times: fault.times - 1 })
    else set.delete(name)
    if (fault.times < 2) changed()
    return fault.times === 0 ? undefined : fault
  }

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
    pass: (line, row) =>
      Effect.suspend(() => {
        count(line)
        if (row !== undefined) count(row)
        const fault = take(line, row)
        const failure = failureOf(fault)
        return takes(latency + (fault?.delay ?? 0), failure ? Effect.fail(failure) : Effect.void)
      }),
    watch: (watcher) => {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
  }
}

/** The effect after so many milliseconds; none is not even a turn. */
export const takes = <A, E>(milliseconds: number, effect: Effect.Effect<A, E>): Effect.Effect<A, E> =>
  milliseconds > 0 ? Effect.delay(effect, milliseconds) : effect

const failureOf = (fault: Fault | undefined) => {
  if (fault?.offline) return new UnknownFailure({ cause: new TypeError("Failed to fetch") })
  return fault?.status === undefined ? undefined : new HttpStatus(fault.status)
}
