import type { ReadonlySignal } from "@preact/signals-react"
import { useReducer, useState } from "react"
import { idle, type Loadable } from "../../src/core/first-paint/loadable.ts"
import { type Task, useModal, useTask } from "./first-paint/useModal.ts"

/**
 * Runs a task with `useTask`, and again when `again` is called or `cause` changes. Returns the progress of the current attempt, ignoring
 * what an earlier attempt or view left in the signal.
 */
export const useAttempt = <A>(progress: ReadonlySignal<Loadable<A>>, task: Task, cause?: unknown) => {
  useModal()
  const [count, again] = useReducer((before: number) => before + 1, 0)
  const [begun, begin] = useState({ cause, count, before: progress.peek() })
  const now = progress.value
  if (begun.count !== count || begun.cause !== cause) begin({ cause, count, before: now })
  useTask(task, [cause, count])
  return { now: now === begun.before ? idle : now, count, again }
}
