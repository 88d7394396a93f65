import { type ReadonlySignal, signal } from "@preact/signals-core"
import { idle, type Loadable } from "../../core/first-paint/loadable.ts"
import { slice } from "../../core/first-paint/slice.ts"
import type { Namespace } from "../../options/namespaces.ts"
import type { Core } from "../../stub/state.ts"
import { activeConnection } from "../../stub/state.ts"
import type { Wallet } from "../../wallets/first-paint/model/wallet.ts"
import type { Connection } from "../opening/model.ts"
import type { NamespaceState } from "./model/connectionStatus.ts"
import { shownConnections } from "./model/shownConnections.ts"

/** State of connecting: the current attempt, a late approval, an expired relay session, and the recent wallets. */
export const connecting = slice((instance) => {
  const progress = signal<Loadable<Connection>>(idle)
  /** Connection whose approval arrived after the visitor stopped waiting. It is offered, never accepted automatically. */
  const offered = signal<Connection | undefined>(undefined)
  /** Expired relay session, which the visitor can renew. `wallet` is the wallet's name, or "" if unknown. */
  const lapsed = signal<{ readonly wallet: string } | undefined>(undefined)
  const recentWallets = signal<readonly Wallet[]>([])
  instance.snapshotParts.set("connecting", () => {
    const { accounts, remoteFeatures } = instance.core
    const several = remoteFeatures.value.multiWallet
    return {
      connections: byNamespace(accounts, ([, { value }]) => shownConnections(value, several).map(shown)),
      recentConnections: byNamespace(accounts, () => []),
      recentWallet: recentWallets.value.map(walletOf)[0],
      buffering: progress.value.status === "loading",
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

/** Returns a record with the result of `listOf` for each namespace. */
export const byNamespace = <A>(
  accounts: Core["accounts"],
  listOf: (entry: readonly [Namespace, ReadonlySignal<NamespaceState>]) => readonly A[],
) =>
  Object.fromEntries(
    Object.entries(accounts).map(([namespace, state]) => [namespace, listOf([namespace as Namespace, state])]),
  ) as { readonly [Key in Namespace]: readonly A[] }

/** Returns the fields of a connection that specification section 3 names. */
const shown = ({ namespace, connectorId, accounts, auth, caipNetwork }: Connection) => ({
  namespace,
  connectorId,
  accounts,
  auth,
  caipNetwork,
})

const walletOf = ({ id, name, image_url }: Wallet) => ({ id, name, image_url })
