import { isRecord } from "../../../options/guards.ts"
import type { Namespace } from "../../../options/namespaces.ts"
import { recentWallets, walletLists } from "../limits.ts"
import { readWallets } from "./readWallets.ts"
import { type ExcludedWallet, isExcluded, onMobile, type Wallet } from "./wallet.ts"
import { walletSupportsNamespace } from "./walletNamespaces.ts"

/** Directory wallets shown in the Connect view. */
export interface WalletLists {
  readonly featured: readonly Wallet[]
  readonly recommended: readonly Wallet[]
  /** Number of wallets in the directory. 0 while unknown. */
  readonly count: number
}

/** Options of the site that affect the lists. */
interface Choice {
  readonly featuredWalletIds: readonly string[]
  readonly includeWalletIds: readonly string[]
}

/** Context that affects which wallets are usable. */
interface Place {
  readonly networks: readonly { readonly chainNamespace: Namespace }[]
  readonly excluded: readonly ExcludedWallet[]
  readonly mobile: boolean
}

/**
 * Returns the lists to show until the directory has responded: those of the last visit, or else the bundled wallets, filtered by the site's
 * options and networks and by the device.
 */
export const firstLists = (
  { featuredWalletIds: ids, includeWalletIds: only }: Choice,
  { networks, excluded, mobile }: Place,
  last: WalletLists | undefined,
  bundled: readonly Wallet[],
): WalletLists => {
  const usable = (wallets: readonly Wallet[]) =>
    (mobile ? onMobile(wallets) : wallets).filter(
      (wallet) =>
        !isExcluded(wallet, excluded, mobile) &&
        networks.some(({ chainNamespace }) => walletSupportsNamespace(wallet, chainNamespace)),
    )
  const chosen = usable([...(last ? [...last.featured, ...last.recommended] : []), ...bundled])
  return {
    featured: inOrder(ids, chosen),
    recommended: usable(last?.recommended ?? bundled)
      .filter(({ id }) => !ids.includes(id) && (only.length === 0 || only.includes(id)))
      .slice(0, walletLists.recommended),
    count: last?.count ?? 0,
  }
}

/** Decodes the persisted wallet lists, dropping malformed wallets. Returns `undefined` if `value` is not an object. */
export const readWalletLists = (value: unknown): WalletLists | undefined =>
  isRecord(value)
    ? {
        featured: readWallets(value.featured),
        recommended: readWallets(value.recommended),
        count: typeof value.count === "number" && value.count >= 0 ? value.count : 0,
      }
    : undefined

/** Decodes the two most recently used wallets, newest first (specification section 3). Returns `undefined` if `value` is not a list. */
export const readRecentWallets = (value: unknown): readonly Wallet[] | undefined =>
  Array.isArray(value) ? readWallets(value).slice(0, recentWallets) : undefined

/** Returns the wallets with these IDs, in the order of the IDs. */
export const inOrder = (ids: readonly string[], wallets: readonly Wallet[]): readonly Wallet[] =>
  ids.flatMap((id) => wallets.find((wallet) => wallet.id === id) ?? [])
