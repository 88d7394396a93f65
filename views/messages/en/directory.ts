/** All the wallets there are. */
export const directory = {
  offlineHint: "Try again once you are back.",
  listFailedHint: "Installed wallets and the QR code still work.",
  searchWallets: "Search wallets",
  clear: "Clear",
  certified: "Certified only",
  certifiedOn: "Only certified wallets are shown",
  certifiedWallet: "Certified",
  noWalletFound: "No Wallet found",
  noWalletFoundHint: "Check the spelling, or scan a code with any wallet.",
  scanCode: "Scan a code",
  results: "{count} results",
  oneResult: "1 result",
  notHere: "Not here?",
  anyWalletScans: "that any WalletConnect wallet can scan.",
} as const
