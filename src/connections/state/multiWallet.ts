import { effect, signal } from "@preact/signals-core"
import { slice } from "../../core/first-paint/slice.ts"
import type { Namespace } from "../../options/namespaces.ts"
import type { Connection } from "../opening/model.ts"

/** All connections, for a site that handles several wallets. Without multi-wallet it is empty, and raises an alert while in use. */
export const multiWalletConnections = slice(({ core, running }) => {
  let stop: (() => void) | undefined
  const asked = signal<undefined>(undefined, {
    watched: () => {
      stop = effect(() => running.value?.runWatched("multiWallet"))
    },
    unwatched: () => stop?.(),
  })
  return {
    connections: (of: Namespace | undefined): readonly Connection[] => {
      void asked.value
      const { multiWallet } = core.remoteFeatures.value
      return Object.entries(core.accounts).flatMap(([name, { value }]) =>
        multiWallet && (of === undefined || name === of) ? value.connections : [],
      )
    },
  }
})
