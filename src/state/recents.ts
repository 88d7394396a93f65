import { computed, signal } from "@preact/signals-core"
import { type RecentConnection, stillRecent } from "../domain/switching.ts"
import { byNamespace } from "./connecting.ts"
import { slice } from "./slice.ts"

/** The connections that are over, newest first. Without several wallets at a time they are not shown. */
export const recents = slice(({ core, parts }) => {
  /** As far as they have been read from the last visits, those that are connected again too. */
  const ended = signal<readonly RecentConnection[]>([])
  const recentConnections = computed(() =>
    core.remoteFeatures.value.multiWallet ? stillRecent(ended.value, (of) => core.accounts[of].value) : [],
  )
  // Over what stands there before this topic is loaded.
  parts.set("recents", () => ({
    recentConnections: byNamespace(core.accounts, ([of]) =>
      recentConnections.value.filter(({ namespace }) => namespace === of),
    ),
  }))
  return { ended, recentConnections }
})
