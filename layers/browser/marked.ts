import { isRecord } from "../../src/domain/input.ts"

/** Stands in the browser's own state of history entries that are ours, with when their page was loaded; a reload keeps it. */
export const mark = "portico"

/** Whether a history entry, by its state, is ours of a page that was loaded before: now nobody holds it. `loaded`: as `performance.timeOrigin`. */
export const isLeft = (state: unknown, loaded: number): boolean =>
  isRecord(state) && mark in state && state[mark] !== loaded
