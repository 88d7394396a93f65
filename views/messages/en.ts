/**
 * What a visitor reads, in English: what any view may say, and what shows with the first one. The sentences of a topic lie in `en/`
 * and come with its views (`useText`). `{name}` is filled in; a name is shown as an isolated run.
 */
export const en = {
  connectWallet: "Connect Wallet",
  account: "Account",
  activity: "Activity",
  allWallets: "All Wallets",
  selectChain: "Select Chain",
  accountSettings: "Settings",
  approveTransaction: "Approve Transaction",
  chooseNetwork: "Choose Network",
  switchNetwork: "Switch Network",
  switchChain: "Switch Chain",
  walletConnect: "WalletConnect",
  send: "Send",
  reviewSend: "Review Send",
  close: "Close",
  back: "Back",
  whatIsAWallet: "What is a Wallet?",
  getAWallet: "Get a Wallet",
  getWallet: "Get {wallet}",
  downloads: "Downloads",
  dismiss: "Dismiss",

  qrCode: "QR code",
  installed: "Installed",
  recent: "Recent",
  connected: "Connected",
  multichain: "Multichain",
  walletCount: "{count}+",
  noWallets: "No wallets to show",
  noWalletsHint: "Scan a code with a wallet on your phone instead.",
  listOffline: "You are offline. Installed wallets still work.",
  listFailed: "The wallet list could not be loaded.",
  signIn: "Sign In",
  tryAgain: "Try again",
  anotherWallet: "Choose another wallet",
  wallets: "Wallets",

  chooseProvider: "Choose Provider",
  selectToken: "Select Token",
  selectCurrency: "Select Currency",
  buy: "Buy",
  whatIsABuy: "What is Buy?",

  termsBefore: "By connecting you accept the",
  terms: "Terms of Service",
  privacy: "Privacy Policy",
  and: "and the",
  networksBefore: "Not every network works with every wallet.",
  whatIsANetwork: "What is a network?",

  showCode: "Show a QR code",
  copyFailed: "Failed to copy",
  disconnect: "Disconnect",
  disconnecting: "Disconnecting",
  unsupportedNetwork: "Unsupported network",

  offline: "You are offline",
  somethingWrong: "Something went wrong",
  somethingWrongHint: "A part of this page could not be loaded. Nothing has changed.",
} as const

export type MessageKey = keyof typeof en
