import { effect, signal } from "@preact/signals-core"
import { slice } from "../../core/first-paint/slice.ts"
import type { Namespace } from "../../options/namespaces.ts"
import type { Connection } from "../opening/model.ts"

/**
 * Connections of one namespace or of all, for sites that support several wallets. Without multi-wallet, the list is empty, and watching it
 * raises an alert.
 */
export const multiWalletConnections = slice(({ core, running }) => {
  let stop: (() => void) | undefined
  const subscription = signal<undefined>(undefined, {
    watched: () => {
      stop = effect(() => running.value?.runWatched("multiWallet"))
    },
    unwatched: () => stop?.(),
  })
  return {
    connections: (of: Namespace | undefined): readonly Connection[] => {
      void subscription.value
      const { multiWallet } = core.remoteFeatures.value
      return Object.entries(core.accounts).flatMap(([name, { value }]) =>
        multiWallet && (of === undefined || name === of) ? value.connections : [],
      )
    },
  }
})
