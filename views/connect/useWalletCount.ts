import type { ReadonlySignal } from "@preact/signals-core"
import { useComputed } from "@preact/signals-react"
import type { Namespace } from "../../src/domain/namespaces.ts"
import { connectRows } from "../../src/state/connectRows.ts"
import { useModal, useSlice } from "../useModal.ts"

/** How many wallets the directory holds, floored to tens; nothing while nobody knows. */
export const useWalletCount = (namespace: Namespace | undefined): ReadonlySignal<string> => {
  const { text } = useModal()
  const { all } = useSlice(connectRows)(namespace)
  return useComputed(() => {
    const now = all.value
    if (!now || now.count === 0) return ""
    return now.more ? text("walletCount", { count: String(now.count) }) : String(now.count)
  })
}
