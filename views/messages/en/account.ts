import { topic } from "../topic.ts"

/** An account, and the wallet that it is of. */
export const account = topic("account", {
  settings: "Settings",
  addressCopied: "Address copied",
  copyAddress: "Copy address",
  total: "Total balance",
  holdings: "What this account has",
  tokens: "Tokens",
  nfts: "NFTs",
  noNfts: "NFTs cannot be listed here",
  noNftsHint: "Your wallet does not tell which ones you have. They are where they were.",
  noTokens: "No tokens yet",
  noTokensHint: "Tokens on {network} show here as soon as you have some.",
  balancesFailed: "Token Balance Unavailable",
  balancesFailedHint: "Your wallet works as before. The list is tried again by itself.",
  balancesOffline: "You are offline. Figures are as of your last visit.",
  sentConfirmed: "{amount} sent",
  sentFailed: "Sending {amount} failed. Nothing but the fee was spent.",
  sentReplaced: "{amount} was not sent: another transaction took its place.",
  explorer: "Block Explorer",
  chooseAccountName: "Choose account name",
  walletAsleep: "Reconnect to {wallet}",
  walletAsleepHint: "It does not answer by itself. If it is locked, unlock it first.",
  reconnect: "Reconnect",
})
