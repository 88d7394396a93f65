import { type AppKitNetwork, arbitrum, base, mainnet } from "@reown/appkit/networks"
import { WagmiAdapter } from "@reown/appkit-adapter-wagmi"

export const projectId = import.meta.env.VITE_PROJECT_ID ?? "YOUR_PROJECT_ID"

export const networks: [AppKitNetwork, ...AppKitNetwork[]] = [mainnet, base, arbitrum]

export const wagmiAdapter = new WagmiAdapter({ networks, projectId, ssr: false })

export const config = wagmiAdapter.wagmiConfig
