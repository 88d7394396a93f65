import { topic } from "../topic.ts"

/** What an account holds that is one of a kind. */
export const nfts = topic("nfts", {
  nfts: "NFTs",
  nftsUntold: "NFTs cannot be listed here",
  nftsUntoldHint: "Your wallet does not tell which ones you have. They are where they were.",
  noNfts: "No NFTs yet",
  noNftsHint: "NFTs on {network} show here as soon as you have some.",
  nftsFailed: "NFTs Unavailable",
  nftsFailedHint: "Your wallet did not tell which ones you have. They are where they were.",
  nftsOffline: "You are offline. NFTs show here once you are back.",
})
