import { topic } from "../topic.ts"

/** The list of all wallets. */
export const directory = topic("directory", {
  offlineHint: "Try again when you're back online.",
  listFailedHint: "Installed wallets and the QR code still work.",
  searchWallets: "Search wallets",
  certified: "Certified only",
  certifiedOn: "Showing certified wallets only",
  certifiedWallet: "Certified",
  noWalletFound: "No Wallet found",
  noWalletFoundHint: "Check the spelling, or scan a QR code with any wallet.",
  scanCode: "Scan a QR code",
  results: { one: "{count} result", other: "{count} results" },
  notHere: "Can't find your wallet?",
  anyWalletScans: "and scan it with any WalletConnect wallet.",
})
