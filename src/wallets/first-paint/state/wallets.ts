import { batch, signal } from "@preact/signals-core"
import { collection } from "../../../core/first-paint/collection.ts"
import { idle, type Loadable } from "../../../core/first-paint/loadable.ts"
import { slice } from "../../../core/first-paint/slice.ts"
import type { Namespace } from "../../../options/namespaces.ts"
import type { ShownConnector } from "../../../stub/snapshot.ts"
import { activeConnection } from "../../../stub/state.ts"
import { type Connector, connectorOf, findConnector } from "../model/connector.ts"
import type { ExcludedWallet, Wallet } from "../model/wallet.ts"
import { firstLists, type WalletLists } from "../model/walletLists.ts"

/** State of the available wallets: those of this page and those of the directory. */
export const wallets = slice((instance) => {
  const installed = signal<readonly Connector[]>([])
  /** Whether the code to connect installed wallets is loaded, so connecting works offline. */
  const ready = signal(false)
  /** Featured and recommended wallets of the Connect view: from the directory, the last visit or the bundle. */
  const featured = signal<readonly Wallet[]>([])
  const recommended = signal<readonly Wallet[]>([])
  /** Wallets that the site excludes. Their names and rdns values come from the directory, the last visit or the bundled wallets. */
  const excluded = signal<readonly ExcludedWallet[]>(instance.options.excludeWalletIds.map((id) => ({ id })))
  /** Number of wallets in the directory. */
  const count = signal(0)
  /** Whether the page runs on a phone. Then only wallets that a phone can open are listed. */
  const mobile = signal(false)
  /** Load state of the lists, which stay while they refresh. */
  const directory = signal<Loadable<void>>(idle)
  /** Directory wallets loaded so far. */
  const all = collection<Wallet>((wallet) => wallet.id)
  /**
   * Filter of the wallets in `all`, as "<certified> <namespace>": "true eip155" for certified EVM wallets, "false undefined" for all
   * wallets. "" before the first list.
   */
  const filter = signal("")
  /** Wallets listed before the first directory page. */
  const ahead = signal<readonly Wallet[]>([])
  const page = signal(0)
  /** Number of wallets in the list being paged: the directory, or a filtered part of it. */
  const total = signal(0)
  const paging = signal<Loadable<void>>(idle)
  const found = collection<Wallet>((wallet) => wallet.id)
  const searching = signal<Loadable<string>>(idle)
  const plain = (wallet: Wallet, index: number) => plainWallet(wallet, index, installed.value, mobile.value)
  instance.snapshotParts.set("wallets", () => ({
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
    /** Shows known wallets until the directory has responded, unless something is listed already. */
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
    filter,
    ahead,
    page,
    total,
    paging,
    found,
    searching,
  }
})

/**
 * Returns a connector with all the fields of specification section 3, but without its provider, which is not plain data. `getProvider`
 * returns the provider.
 */
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

/** Returns a directory wallet with the fields that a snapshot contains. */
const plainWallet = (wallet: Wallet, index: number, connectors: readonly Connector[], mobile: boolean) => ({
  id: wallet.id,
  name: wallet.name,
  rdns: wallet.rdns,
  installed: connectorOf(wallet, connectors, mobile) !== undefined,
  display_index: wallet.display_index ?? index,
  image_url: wallet.image_url,
  image_id: wallet.image_id,
})
