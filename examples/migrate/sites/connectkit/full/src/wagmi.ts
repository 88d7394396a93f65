import { getDefaultConfig } from "connectkit"
import { createConfig } from "wagmi"
import { arbitrum, base, mainnet, optimism, polygon } from "wagmi/chains"

export const config = createConfig(
  getDefaultConfig({
    appName: "Fernhill",
    walletConnectProjectId: "YOUR_PROJECT_ID",
    chains: [mainnet, base, optimism, arbitrum, polygon],
    ssr: false,
    enableAaveAccount: false,
  }),
)
