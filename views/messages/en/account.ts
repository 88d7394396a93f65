/** An account, and the wallet that it is of. */
export const account = {
  addressCopied: "Address copied",
  copyAddress: "Copy address",
  total: "Total balance",
  tokens: "Tokens",
  noTokens: "No tokens yet",
  noTokensHint: "Tokens on {network} show here as soon as you have some.",
  balancesFailed: "Token Balance Unavailable",
  balancesFailedHint: "Your wallet works as before. The list is tried again by itself.",
  balancesOffline: "You are offline. Figures are as of your last visit.",
  explorer: "Block Explorer",
  walletAsleep: "Reconnect to {wallet}",
  walletAsleepHint: "It does not answer by itself. If it is locked, unlock it first.",
  reconnect: "Reconnect",
} as const
