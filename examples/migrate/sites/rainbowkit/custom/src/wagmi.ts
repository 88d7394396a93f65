import { getDefaultConfig } from "@rainbow-me/rainbowkit"
import { coinbaseWallet, metaMaskWallet, walletConnectWallet } from "@rainbow-me/rainbowkit/wallets"
import { http } from "wagmi"
import { arbitrum, base, mainnet, optimism } from "wagmi/chains"

export const chains = [mainnet, base, optimism, arbitrum] as const

export const config = getDefaultConfig({
  appName: "Fernhill",
  appDescription: "Garden seeds",
  appUrl: "https://fernhill.example",
  projectId: import.meta.env.VITE_PROJECT_ID ?? "YOUR_PROJECT_ID",
  chains,
  transports: {
    [mainnet.id]: http(),
    [base.id]: http(),
    [optimism.id]: http(),
    [arbitrum.id]: http(),
  },
  wallets: [{ groupName: "Popular", wallets: [metaMaskWallet, coinbaseWallet, walletConnectWallet] }],
})
