import { computed } from "@preact/signals-core"
import { slice } from "../../../core/first-paint/slice.ts"
import { showsUnsupportedChain } from "../model.ts"

/** Whether the active wallet is on a network that the site does not support, so the visitor is asked to switch. */
export const networkSupport = slice(({ core, options }) => ({
  unsupported: computed(() =>
    showsUnsupportedChain({
      ...options,
      connected: core.connection.value !== undefined,
      supported: core.network.value !== undefined,
    }),
  ),
}))
