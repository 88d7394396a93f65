import { topic } from "../topic.ts"

/** Explains wallets and networks, and where to get a wallet. */
export const help = topic("help", {
  walletSignsIn: "One sign-in for every site",
  walletSignsInText: "Connect your wallet to sign in. No account to create, no password to remember.",
  walletHolds: "A home for what you own",
  walletHoldsText:
    "Coins, tokens and collectibles stay in your wallet. Sites can see them, but only you can move them.",
  walletLeads: "One wallet, many sites",
  walletLeadsText: "Send, trade, vote and collect on any supported site with the same wallet.",
  networkKeeps: "A shared public record",
  networkKeepsText:
    "A network records who owns what. Computers around the world maintain it together, and no one controls it.",
  networkDiffers: "Each has its strengths",
  networkDiffersText: "Some are built for speed and low fees, others for maximum security.",
  networkParts: "One wallet, several networks",
  networkPartsText: "Most wallets support many networks. What you own on one network stays there until you move it.",
  learnMore: "Learn more",
  createOne: "Create one with your email",
  exploreAll: "Explore all",
  chromeExtension: "Chrome Extension",
  iosApp: "iOS App",
  androidApp: "Android App",
  website: "Website",
  noDownloads: "No downloads available",
  noDownloadsHint: "We don't have a download link for this wallet.",
})
