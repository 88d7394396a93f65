import type { ReadonlySignal } from "@preact/signals-core"
import { useComputed } from "@preact/signals-react"
import { connectRows } from "../../../src/connect/first-paint/state.ts"
import type { Namespace } from "../../../src/options/namespaces.ts"
import { useModal, useSlice } from "../../shared/first-paint/useModal.ts"

/**
 * Returns a signal of the number of wallets in the directory as text, rounded down to tens from 10 on. Empty while the number is unknown,
 * and if the directory is hidden.
 */
export const useWalletCount = (namespace: Namespace | undefined): ReadonlySignal<string> => {
  const { text } = useModal()
  const { all } = useSlice(connectRows)(namespace)
  return useComputed(() => {
    const now = all.value
    if (!now || now.count === 0) return ""
    return now.more ? text("walletCount", { count: String(now.count) }) : String(now.count)
  })
}
