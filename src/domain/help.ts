import type { Wallet } from "./wallets.ts"

/** Pages that explain more than the modal does. */
export const helpPages = {
  /** Every wallet of the directory. */
  explorer: "https://walletconnect.com/explorer?type=wallet",
  wallets: "https://walletconnect.com/faq",
  networks: "https://ethereum.org/en/developers/docs/networks/",
} as const

/** Where a wallet can be had from. */
export type Source = "chrome" | "ios" | "android" | "website"

/** The places that a wallet can be had from; its addresses are as sent. */
export const sourcesOf = ({
  chrome_store,
  app_store,
  play_store,
  homepage,
}: Wallet): readonly { readonly is: Source; readonly href: string }[] =>
  (
    [
      ["chrome", chrome_store],
      ["ios", app_store],
      ["android", play_store],
      ["website", homepage],
    ] as const
  ).flatMap(([is, href]) => (href === undefined ? [] : [{ is, href }]))

/** Where this device gets a wallet's app from: its own store, else what serves any device. */
export const sourceFor = (wallet: Wallet, os: "ios" | "android" | "mac" | "other"): string | undefined => {
  const order: readonly Source[] = os === "other" || os === "mac" ? ["chrome", "website"] : [os, "website"]
  const sources = sourcesOf(wallet)
  return order.flatMap((one) => sources.find(({ is }) => is === one)?.href ?? [])[0]
}

/** Wallets for who has none yet: the site's own choice first, each once. */
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
