import { computed } from "@preact/signals-core"
import { slice } from "../../../core/first-paint/slice.ts"
import { showsUnsupportedChain } from "../model/unsupportedChain.ts"

/**
 * Whether the visitor is asked to leave the wallet's network because the site does not support it. See `showsUnsupportedChain` for the
 * conditions.
 */
export const networkSupport = slice(({ core, options }) => ({
  unsupported: computed(() =>
    showsUnsupportedChain({
      ...options,
      connected: core.connection.value !== undefined,
      supported: core.network.value !== undefined,
    }),
  ),
}))
