import { getDefaultConfig } from "@rainbow-me/rainbowkit"
import type { Chain } from "viem"
import { base, mainnet, optimism, polygon, sepolia } from "wagmi/chains"

const testnets: readonly Chain[] = import.meta.env.DEV ? [sepolia] : []

export const config = getDefaultConfig({
  appName: "Fernhill",
  projectId: "YOUR_PROJECT_ID",
  chains: [mainnet, base, optimism, polygon, ...testnets],
  ssr: false,
})
