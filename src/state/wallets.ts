import { batch, signal } from "@preact/signals-core"
import { collection } from "../collection.ts"
import { idle, type Loadable } from "../domain/loadable.ts"
import type { Namespace } from "../domain/namespaces.ts"
import { firstLists, type WalletLists } from "../domain/walletLists.ts"
import { type Connector, connectorOf, type ExcludedWallet, findConnector, type Wallet } from "../domain/wallets.ts"
import type { ShownConnector } from "../snapshot.ts"
import { activeConnection } from "./core.ts"
import { slice } from "./slice.ts"

/** The wallets that can be offered: those of this page, and the directory's. */
export const wallets = slice((instance) => {
  const installed = signal<readonly Connector[]>([])
  /** The code that a press on an installed wallet leads to is here: it works without a line. */
  const ready = signal(false)
  /** Featured and recommended ones for the Connect view, from the directory, the last visit or the bundle. */
  const featured = signal<readonly Wallet[]>([])
  const recommended = signal<readonly Wallet[]>([])
  /** Those that the site excludes; by what else than their ids they are known comes from the directory or the last visit. */
  const excluded = signal<readonly ExcludedWallet[]>(instance.options.excludeWalletIds.map((id) => ({ id })))
  /** How many the directory holds. */
  const count = signal(0)
  /** The page runs on a phone: only wallets that a phone can open are listed. */
  const mobile = signal(false)
  /** How refreshing the lists goes; the lists stand meanwhile. */
  const directory = signal<Loadable<void>>(idle)
  /** The directory as far as it was paged through. */
  const all = collection<Wallet>((wallet) => wallet.id)
  /** What of it stands before the first page. */
  const ahead = signal<readonly Wallet[]>([])
  const page = signal(0)
  /** How many the list that is paged through holds: the directory, or what of it is asked for. */
  const total = signal(0)
  const paging = signal<Loadable<void>>(idle)
  const found = collection<Wallet>((wallet) => wallet.id)
  const searching = signal<Loadable<string>>(idle)
  const plain = (wallet: Wallet, index: number) => plainWallet(wallet, index, installed.value, mobile.value)
  instance.parts.set("wallets", () => ({
    connectors: installed.value.map(plainConnector),
    featured: featured.value.map(plain),
    recommended: recommended.value.map(plain),
    count: count.value,
    chain: (namespace: Namespace) => {
      const connection = activeConnection(instance.core.accounts[namespace].value)
      const connector = findConnector(installed.value, connection?.connectorId, namespace)
      const name = connection?.peer ?? connector?.name ?? connection?.connectorId
      return { accountState: { connectedWalletInfo: connection && { name, icon: connector?.imageUrl } } }
    },
  }))
  const shown = (): WalletLists => ({
    featured: featured.peek(),
    recommended: recommended.peek(),
    count: count.peek(),
  })
  const show = (lists: WalletLists) =>
    batch(() => {
      featured.value = lists.featured
      recommended.value = lists.recommended
      count.value = lists.count
    })
  return {
    installed,
    ready,
    shown,
    show,
    /** Lists what is known before the directory has responded, unless something is listed already. */
    begin: (last: WalletLists | undefined, bundled: readonly Wallet[]) => {
      if (featured.peek().length + recommended.peek().length > 0) return
      const place = { networks: instance.core.networks.peek(), excluded: excluded.peek(), mobile: mobile.peek() }
      show(firstLists(instance.options, place, last, bundled))
    },
    featured,
    recommended,
    excluded,
    count,
    mobile,
    directory,
    all,
    ahead,
    page,
    total,
    paging,
    found,
    searching,
  }
})

/** A connector under the names of specification section 3, all of them. The provider is no plain data: `getProvider` gives it. */
const plainConnector = ({
  id,
  name,
  type,
  chain,
  chains,
  info,
  explorerId,
  imageUrl,
  imageId,
  connectors,
}: Connector): ShownConnector => ({
  id,
  name,
  type,
  chain,
  chains,
  info: { rdns: info?.rdns, icon: info?.icon },
  explorerId,
  imageUrl,
  imageId,
  provider: undefined,
  connectors: connectors?.map(plainConnector),
})

/** A wallet of the directory, likewise. */
const plainWallet = (wallet: Wallet, index: number, connectors: readonly Connector[], mobile: boolean) => ({
  id: wallet.id,
  name: wallet.name,
  rdns: wallet.rdns,
  installed: connectorOf(wallet, connectors, mobile) !== undefined,
  display_index: wallet.display_index ?? index,
  image_url: wallet.image_url,
  image_id: wallet.image_id,
})
