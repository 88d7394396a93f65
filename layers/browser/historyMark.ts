import { isRecord } from "../../src/options/guards.ts"

/**
 * Key that marks Portico's history entries in their Navigation API state. Its value is the load time of the page
 * (`performance.timeOrigin`). The mark survives a reload.
 */
export const markHistory = "portico"

/** Whether `state` belongs to a Portico history entry from an earlier page load. `loaded`: `performance.timeOrigin` of this page load. */
export const isLeft = (state: unknown, loaded: number): boolean =>
  isRecord(state) && markHistory in state && state[markHistory] !== loaded
