import { computed } from "@preact/signals-core"
import { showsUnsupportedChain } from "../domain/unsupported.ts"
import { slice } from "./slice.ts"

/** Whether the wallet in use stands on a network that the site does not work with, so that its visitor is asked to leave it. */
export const support = slice(({ core, options }) => ({
  unsupported: computed(() =>
    showsUnsupportedChain({
      ...options,
      connected: core.connection.value !== undefined,
      supported: core.network.value !== undefined,
    }),
  ),
}))
