import { createAppKit, useAppKit, useAppKitAccount } from "@reown/appkit/react"
import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { WagmiProvider } from "wagmi"
import { networks, projectId, wagmiAdapter } from "./config"

const queryClient = new QueryClient()

createAppKit({
  adapters: [wagmiAdapter],
  networks,
  projectId,
  metadata: { name: "Fernhill", description: "Garden seeds", url: "https://fernhill.example", icons: [] },
  features: { analytics: true, swaps: true, send: false },
  themeMode: "light",
  themeVariables: {
    "--w3m-accent": "#0a7d4f",
    "--w3m-font-family": "Georgia, serif",
    "--w3m-border-radius-master": "2px",
  },
  enableWalletGuide: false,
})

const WalletButton = () => {
  const { open } = useAppKit()
  const { address, isConnected } = useAppKitAccount()
  if (!isConnected)
    return (
      <button type="button" onClick={() => open()}>
        Connect Wallet
      </button>
    )
  return (
    <p>
      <appkit-network-button />
      <appkit-account-button balance="hide" />
      <output>{address}</output>
    </p>
  )
}

export const App = () => (
  <WagmiProvider config={wagmiAdapter.wagmiConfig}>
    <QueryClientProvider client={queryClient}>
      <WalletButton />
    </QueryClientProvider>
  </WagmiProvider>
)
