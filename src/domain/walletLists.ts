import { isOn } from "./connectList.ts"
import { isRecord } from "./input.ts"
import type { Namespace } from "./namespaces.ts"
import { recentWallets, walletLists } from "./openingLimits.ts"
import { readWallets } from "./readWallets.ts"
import { type ExcludedWallet, isExcluded, onMobile, type Wallet } from "./wallets.ts"

/** What the Connect view shows of the directory. */
export interface WalletLists {
  readonly featured: readonly Wallet[]
  readonly recommended: readonly Wallet[]
  /** How many the directory holds; 0 while that is not known. */
  readonly count: number
}

/** What a site says of the lists. */
interface Choice {
  readonly featuredWalletIds: readonly string[]
  readonly includeWalletIds: readonly string[]
}

/** Where they are shown. */
interface Place {
  readonly networks: readonly { readonly chainNamespace: Namespace }[]
  readonly excluded: readonly ExcludedWallet[]
  readonly mobile: boolean
}

/**
 * The lists before the directory has responded: what it said at the last visit, else wallets that come with the code. What the site asks
 * of the directory holds for them too.
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
        !isExcluded(wallet, excluded, mobile) && networks.some(({ chainNamespace }) => isOn(wallet, chainNamespace)),
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

/** Lists that show, with what the directory now says of their wallets. Nothing leaves its place: it fills only what is missing. */
export const completedLists = (
  ids: readonly string[],
  shown: WalletLists,
  answer: WalletLists,
  pictured: readonly Wallet[] = [],
): WalletLists => {
  const told = [...answer.featured, ...answer.recommended, ...pictured]
  const fresh = (wallet: Wallet) => told.find(({ id }) => id === wallet.id) ?? wallet
  const kept = shown.recommended.map(fresh)
  const more = answer.recommended.filter(({ id }) => kept.every((wallet) => wallet.id !== id))
  return {
    featured: inOrder(ids, [...shown.featured.map(fresh), ...answer.featured]),
    recommended: [...kept, ...more].slice(0, walletLists.recommended),
    count: answer.count,
  }
}

/** Lists that were kept, read back. */
export const readWalletLists = (value: unknown): WalletLists | undefined =>
  isRecord(value)
    ? {
        featured: readWallets(value.featured),
        recommended: readWallets(value.recommended),
        count: typeof value.count === "number" && value.count >= 0 ? value.count : 0,
      }
    : undefined

/** The wallets used last, newest first, two at most (specification section 3), read back. */
export const readRecentWallets = (value: unknown): readonly Wallet[] | undefined =>
  Array.isArray(value) ? readWallets(value).slice(0, recentWallets) : undefined

/** The wallets of these ids, in their order. */
export const inOrder = (ids: readonly string[], wallets: readonly Wallet[]): readonly Wallet[] =>
  ids.flatMap((id) => wallets.find((wallet) => wallet.id === id) ?? [])
