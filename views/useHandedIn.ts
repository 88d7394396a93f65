import type { ReadonlySignal } from "@preact/signals-react"
import { useState } from "react"
import type { Loadable } from "../src/domain/loadable.ts"
import { useModal } from "./useModal.ts"

/**
 * How what a visitor types and hands in goes. What became of an earlier value is none of this one's: `changed` says that there is
 * another.
 */
export const useHandedIn = <A>(progress: ReadonlySignal<Loadable<A>>) => {
  useModal()
  const [over, setOver] = useState(progress.peek())
  const now = progress.value
  return {
    busy: now.is === "loading",
    failed: now.is === "failed" && now !== over ? now.error : undefined,
    changed: () => setOver(progress.peek()),
  }
}
