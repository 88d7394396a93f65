import type { Wallet } from "../wallets/first-paint/model/wallet.ts"

/** External help pages. */
export const helpPages = {
  /** Page that lists all wallets in the directory. */
  explorer: "https://walletconnect.com/explorer?type=wallet",
  wallets: "https://walletconnect.com/faq",
  networks: "https://ethereum.org/en/developers/docs/networks/",
} as const

/** Place to get a wallet from. */
export type Source = "chrome" | "ios" | "android" | "website"

/** Returns the places to get a wallet from, with their URLs. */
export const sourcesOf = ({
  chrome_store,
  app_store,
  play_store,
  homepage,
}: Wallet): readonly { readonly source: Source; readonly href: string }[] =>
  (
    [
      ["chrome", chrome_store],
      ["ios", app_store],
      ["android", play_store],
      ["website", homepage],
    ] as const
  ).flatMap(([source, href]) => (href === undefined ? [] : [{ source, href }]))

/**
 * Returns the URL to get a wallet for this device: the app store of a phone, the Chrome store on other devices, or else the website.
 * `undefined` if there is none.
 */
export const sourceFor = (wallet: Wallet, os: "ios" | "android" | "mac" | "other"): string | undefined => {
  const order: readonly Source[] = os === "other" || os === "mac" ? ["chrome", "website"] : [os, "website"]
  const sources = sourcesOf(wallet)
  return order.flatMap((one) => sources.find(({ source }) => source === one)?.href ?? [])[0]
}

/** Returns up to `count` wallets for visitors who have none. The site's featured and custom wallets come first. Omits duplicates. */
export const offeredToNewcomers = (
  lists: {
    readonly featured: readonly Wallet[]
    readonly custom: readonly Wallet[]
    readonly recommended: readonly Wallet[]
  },
  count: number,
): readonly Wallet[] => {
  const all = [...lists.featured, ...lists.custom, ...lists.recommended]
  return all.filter(({ id }, place) => all.findIndex((other) => other.id === id) === place).slice(0, count)
}
