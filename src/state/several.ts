import { effect, signal } from "@preact/signals-core"
import type { Connection } from "../domain/connection.ts"
import type { Namespace } from "../domain/namespaces.ts"
import type { Flow } from "../engine.ts"
import { slice } from "./slice.ts"

/** All connections, for a site that handles several wallets. Without multi-wallet it is empty, and raises an alert while in use. */
export const several = slice(({ core, running }) => {
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
const severalWallets = async (): Promise<Flow> => (await import("../flows/multiWallet.ts")).severalWallets
