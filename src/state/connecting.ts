import { type ReadonlySignal, signal } from "@preact/signals-core"
import type { Connection } from "../domain/connection.ts"
import { idle, type Loadable } from "../domain/loadable.ts"
import type { Namespace } from "../domain/namespaces.ts"
import type { Wallet } from "../domain/wallets.ts"
import { activeConnection, type Core, type NamespaceState } from "./core.ts"
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
    const { accounts, remoteFeatures } = instance.core
    const several = remoteFeatures.value.multiWallet
    return {
      connections: byNamespace(accounts, ([, { value }]) => shownOf(value, several).map(shown)),
      recentConnections: byNamespace(accounts, () => []),
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

/** A list for each namespace. */
export const byNamespace = <A>(
  accounts: Core["accounts"],
  listOf: (entry: readonly [Namespace, ReadonlySignal<NamespaceState>]) => readonly A[],
) =>
  Object.fromEntries(
    Object.entries(accounts).map(([namespace, state]) => [namespace, listOf([namespace as Namespace, state])]),
  ) as { readonly [Key in Namespace]: readonly A[] }

/** The connections of a namespace that are shown: without several wallets at a time only that of the connector in use (section 6). */
export const shownOf = ({ active, connections }: NamespaceState, several: boolean): readonly Connection[] =>
  several ? connections : connections.filter(({ connectorId }) => connectorId === active)

/** A connection under the names of specification section 3, all of them. */
const shown = ({ namespace, connectorId, accounts, auth, caipNetwork }: Connection) => ({
  namespace,
  connectorId,
  accounts,
  auth,
  caipNetwork,
})

const walletOf = ({ id, name, image_url }: Wallet) => ({ id, name, image_url })
