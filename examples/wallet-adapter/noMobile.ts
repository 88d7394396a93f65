// In place of `@solana-mobile/wallet-adapter-mobile`: `WalletProvider` makes such an adapter on Android only.
export const SolanaMobileWalletAdapterWalletName = "Mobile Wallet Adapter"
export const SolanaMobileWalletAdapter = undefined
export const createDefaultAddressSelector = undefined
export const createDefaultAuthorizationResultCache = undefined
export const createDefaultWalletNotFoundHandler = undefined
