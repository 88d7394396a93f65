import { topic } from "../topic.ts"

/** All the wallets there are. */
export const directory = topic("directory", {
  offlineHint: "Try again once you are back.",
  listFailedHint: "Installed wallets and the QR code still work.",
  searchWallets: "Search wallets",
  certified: "Certified only",
  certifiedOn: "Only certified wallets are shown",
  certifiedWallet: "Certified",
  noWalletFound: "No Wallet found",
  noWalletFoundHint: "Check the spelling, or scan a code with any wallet.",
  scanCode: "Scan a code",
  results: { one: "{count} result", other: "{count} results" },
  notHere: "Not here?",
  anyWalletScans: "that any WalletConnect wallet can scan.",
})
