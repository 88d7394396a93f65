import { signal } from "@preact/signals-core"
import type { Connection } from "../domain/connection.ts"
import { idle, type Loadable } from "../domain/loadable.ts"
import type { Namespace } from "../domain/namespaces.ts"
import type { Wallet } from "../domain/wallets.ts"
import { activeConnection } from "./core.ts"
import { slice } from "./slice.ts"

/** The attempt to connect that is under way, and what came of it. */
export const connecting = slice((instance) => {
  const progress = signal<Loadable<Connection>>(idle)
  /** An approval that came after the visitor had left: it is offered, never taken for granted. */
  const offered = signal<Connection | undefined>(undefined)
  /** A session over the relay whose time is over: connecting anew is offered. `wallet` is the name of whose it was, "" if that is not known. */
  const lapsed = signal<{ readonly wallet: string } | undefined>(undefined)
  const recentWallets = signal<readonly Wallet[]>([])
  instance.parts.set("connecting", () => {
    const state = instance.core.accounts[instance.core.namespace.value].value
    return {
      connections: Object.fromEntries(
        Object.entries(instance.core.accounts).map(([namespace, { value }]) => [
          namespace,
          value.connections.map(shown),
        ]),
      ),
      recentConnections: [],
      status: state.status,
      recentWallet: recentWallets.value.map(walletOf)[0],
      buffering: progress.value.is === "loading",
      chain: (namespace: Namespace) => {
        const approval = activeConnection(instance.core.accounts[namespace].value)?.approval
        return {
          networkState: {
            supportsAllNetworks: approval?.others ?? true,
            approvedCaipNetworkIds: approval?.caipNetworkIds,
          },
        }
      },
    }
  })
  return { progress, offered, lapsed, recentWallets }
})

/** A connection under the names of specification section 3, all of them. */
const shown = ({ namespace, connectorId, accounts, auth, caipNetwork }: Connection) => ({
  namespace,
  connectorId,
  accounts,
  auth,
  caipNetwork,
})

const walletOf = ({ id, name, image_url }: Wallet) => ({ id, name, image_url })
