import { type ReadonlySignal, useSignal } from "@preact/signals-react"
import { useEffect } from "react"
import { second } from "../../src/core/first-paint/limits.ts"

/** Returns a signal with the current time in ms since the Unix epoch, updated every second. */
export const useNow = (): ReadonlySignal<number> => {
  const now = useSignal(Date.now())
  useEffect(() => {
    const timer = setInterval(() => {
      now.value = Date.now()
    }, second)
    return () => clearInterval(timer)
  }, [now])
  return now
}
