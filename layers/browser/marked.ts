import { isRecord } from "../../src/domain/input.ts"

/** Stands in the browser's own state of history entries that are ours; a reload keeps it. */
export const mark = "portico"

/** Whether a history entry is ours, by its state. */
export const isMarked = (state: unknown): boolean => isRecord(state) && mark in state
