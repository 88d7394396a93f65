export { FundWallet } from "./FundWallet.tsx"
export { WalletCompatibleNetworks } from "./WalletCompatibleNetworks.tsx"
export { WalletReceive } from "./WalletReceive.tsx"
