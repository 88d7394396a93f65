import type { ReadonlySignal } from "@preact/signals-react"
import { useReducer, useState } from "react"
import { idle, type Loadable } from "../src/domain/loadable.ts"
import { type Task, useModal, useTask } from "./useModal.ts"

/**
 * What a view attempts as it comes, and again on request: its progress, without what an earlier attempt or view has left in the
 * signal. `cause` is what it is attempted with: another one is another attempt.
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
