import { topic } from "../topic.ts"

/** What wallets and networks are, and where a wallet can be had. */
export const help = topic("help", {
  walletSignsIn: "One sign-in for every site",
  walletSignsInText: "Connect your wallet and a site knows you. There is no account to make and no password to keep.",
  walletHolds: "A home for what you own",
  walletHoldsText: "Coins, tokens and collectibles stay in your wallet. A site may see them; only you can move them.",
  walletLeads: "A way to more than one place",
  walletLeadsText: "With the same wallet you send, trade, vote and collect on any site that takes part.",
  networkKeeps: "A record that many keep",
  networkKeepsText: "A network notes who owns what. Computers all over the world keep it together; nobody owns it.",
  networkDiffers: "Each has its strengths",
  networkDiffersText:
    "Some are made to be fast and cheap, others to be as safe as can be. Fees and waiting times differ.",
  networkParts: "One wallet, several networks",
  networkPartsText: "Most wallets know many networks. What you own on one stays there until you move it.",
  learnMore: "Learn more",
  createOne: "Create one with your email",
  exploreAll: "Explore all",
  chromeExtension: "Chrome Extension",
  iosApp: "iOS App",
  androidApp: "Android App",
  website: "Website",
  noDownloads: "Nothing to download",
  noDownloadsHint: "Nobody has told where this wallet can be had.",
})
