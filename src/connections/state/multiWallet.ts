import { effect, signal } from "@preact/signals-core"
import { slice } from "../../core/first-paint/slice.ts"
import type { Flow } from "../../engine/engine.ts"
import type { Namespace } from "../../options/namespaces.ts"
import type { Connection } from "../opening/model.ts"

/** All connections, for a site that handles several wallets. Without multi-wallet it is empty, and raises an alert while in use. */
export const multiWalletConnections = slice(({ core, running }) => {
  let stop: (() => void) | undefined
  const asked = signal<undefined>(undefined, {
    watched: () => {
      stop = effect(() => {
        const engine = running.value
        if (!engine) return
        let left = false
        let leave = () => {
          left = true
        }
        severalWallets().then(
          (flow) => {
            if (!left) leave = engine.run(flow)
          },
          () => undefined,
        )
        return () => leave()
      })
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

// The return type is written out because the flow uses slices too; otherwise the types would be circular.
const severalWallets = async (): Promise<Flow> => (await import("../steps/multiWallet.ts")).requireMultiWallet
