// Replaces `@solana-mobile/wallet-adapter-mobile`, which `WalletProvider` uses on Android only.
export const SolanaMobileWalletAdapterWalletName = "Mobile Wallet Adapter"
export const SolanaMobileWalletAdapter = undefined
export const createDefaultAddressSelector = undefined
export const createDefaultAuthorizationResultCache = undefined
export const createDefaultWalletNotFoundHandler = undefined
