import type { ReadonlySignal } from "@preact/signals-react"
import { useState } from "react"
import type { Loadable } from "../../../src/core/first-paint/loadable.ts"
import { useModal } from "./useModal.ts"

/**
 * Returns the state of a submission: whether it is running, and its error. Call `changed` when the visitor edits the
 * value, to clear the error.
 */
export const useSubmission = <A>(progress: ReadonlySignal<Loadable<A>>) => {
  useModal()
  const [over, setOver] = useState(progress.peek())
  const now = progress.value
  return {
    busy: now.status === "loading",
    failed: now.status === "failed" && now !== over ? now.error : undefined,
    changed: () => setOver(progress.peek()),
  }
}
