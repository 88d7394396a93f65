import { computed, signal } from "@preact/signals-core"
import { slice } from "../../core/first-paint/slice.ts"
import { byNamespace } from "../first-paint/state.ts"
import { keepDisconnected, type RecentConnection } from "../model/switching.ts"

/** Ended connections, newest first. Without multi-wallet, `recentConnections` is empty. */
export const recents = slice(({ core, snapshotParts }) => {
  /** Persisted entries, once loaded. Includes connections that are active again. */
  const ended = signal<readonly RecentConnection[]>([])
  const recentConnections = computed(() =>
    core.remoteFeatures.value.multiWallet ? keepDisconnected(ended.value, (of) => core.accounts[of].value) : [],
  )
  // Replaces the empty lists in the snapshot, which apply until this slice is created.
  snapshotParts.set("recents", () => ({
    recentConnections: byNamespace(core.accounts, ([of]) =>
      recentConnections.value.filter(({ namespace }) => namespace === of),
    ),
  }))
  return { ended, recentConnections }
})
