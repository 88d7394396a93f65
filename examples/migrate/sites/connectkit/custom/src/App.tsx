import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { ConnectKitProvider } from "connectkit"
import { useAccount, WagmiProvider } from "wagmi"
import { base } from "wagmi/chains"
import { WalletButton } from "./WalletButton"
import { config } from "./wagmi"

const queryClient = new QueryClient()

const customTheme = { "--ck-accent-color": "#0a7d4f", "--ck-border-radius": "12px" }

const Account = () => {
  const { address, chain } = useAccount()
  return (
    <output>
      {address ?? "Not connected"} {chain?.name}
    </output>
  )
}

export const App = () => (
  <WagmiProvider config={config}>
    <QueryClientProvider client={queryClient}>
      <ConnectKitProvider
        mode="light"
        theme="rounded"
        customTheme={customTheme}
        options={{ language: "en-US", initialChainId: base.id, enforceSupportedChains: true, hideNoWalletCTA: true }}
      >
        <WalletButton />
        <Account />
      </ConnectKitProvider>
    </QueryClientProvider>
  </WagmiProvider>
)
