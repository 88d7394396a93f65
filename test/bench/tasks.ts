import type { TraceEvent } from "./chromium.ts"

/** The longest task of the main thread of the page with the mark `pressed`, in ms. */
export const worstTask = (events: readonly TraceEvent[]) => {
  const page = events.find(({ name }) => name === "pressed")
  const tasks = events.filter(({ pid, tid, dur }) => pid === page?.pid && tid === page?.tid && dur !== undefined)
  return {
    wall: Math.max(0, ...tasks.map(({ dur = 0 }) => dur)) / 1_000,
    cpu: Math.max(0, ...tasks.map(({ tdur = 0 }) => tdur)) / 1_000,
  }
}
