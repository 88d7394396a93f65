import { isRecord } from "../../src/options/guards.ts"

/** Key in the browser's state of Portico's history entries. Its value is the time their page was loaded. Survives a reload. */
export const markHistory = "portico"

/** Whether `state` is of a Portico entry from an earlier page load, which no modal holds any more. `loaded`: `performance.timeOrigin`. */
export const isLeft = (state: unknown, loaded: number): boolean =>
  isRecord(state) && markHistory in state && state[markHistory] !== loaded
