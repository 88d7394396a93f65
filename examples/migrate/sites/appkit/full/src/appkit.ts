import { arbitrum, base, mainnet, optimism, polygon } from "@reown/appkit/networks"
import { createAppKit } from "@reown/appkit/react"
import { WagmiAdapter } from "@reown/appkit-adapter-wagmi"
import { DefaultSIWX } from "@reown/appkit-siwx"

const projectId = "YOUR_PROJECT_ID"

export const wagmiAdapter = new WagmiAdapter({ networks: [mainnet, base, optimism, arbitrum, polygon], projectId })

export const modal = createAppKit({
  adapters: [wagmiAdapter],
  networks: [mainnet, base, optimism, arbitrum, polygon],
  defaultNetwork: base,
  projectId,
  metadata: { name: "Fernhill", description: "Garden seeds", url: "https://fernhill.example", icons: [] },
  featuredWalletIds: ["c57ca95b47569778a828d19178114f4db188b89b763c899ba0be274e97267d96"],
  termsConditionsUrl: "https://fernhill.example/terms",
  siwx: new DefaultSIWX(),
})
