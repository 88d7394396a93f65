export { WalletSend } from "./WalletSend.tsx"
export { WalletSendPreview } from "./WalletSendPreview.tsx"
export { WalletSendSelectToken } from "./WalletSendSelectToken.tsx"
