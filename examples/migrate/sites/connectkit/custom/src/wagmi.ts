import { getDefaultConfig } from "connectkit"
import { createConfig, http } from "wagmi"
import { base, mainnet, optimism } from "wagmi/chains"

export const config = createConfig(
  getDefaultConfig({
    chains: [mainnet, base, optimism],
    transports: { [mainnet.id]: http(), [base.id]: http(), [optimism.id]: http() },
    walletConnectProjectId: import.meta.env.VITE_PROJECT_ID ?? "YOUR_PROJECT_ID",
    appName: "Fernhill",
    appDescription: "Garden seeds",
    appUrl: "https://fernhill.example",
  }),
)
