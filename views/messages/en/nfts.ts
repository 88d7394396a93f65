import { topic } from "../topic.ts"

/** NFTs of an account. */
export const nfts = topic("nfts", {
  nfts: "NFTs",
  nftsUntold: "NFTs aren't available here",
  nftsUntoldHint: "Your wallet doesn't share its NFTs with sites. They're still in your wallet.",
  noNfts: "No NFTs yet",
  noNftsHint: "NFTs you receive on {network} will appear here.",
  nftsFailed: "NFTs Unavailable",
  nftsFailedHint: "We couldn't load them from your wallet. They're still there.",
  nftsOffline: "You're offline. Your NFTs will appear when you're back online.",
})
