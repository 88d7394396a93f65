import "@rainbow-me/rainbowkit/styles.css"
import { ConnectButton, getDefaultConfig, RainbowKitProvider } from "@rainbow-me/rainbowkit"
import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { createRoot } from "react-dom/client"
import { useAccount, WagmiProvider } from "wagmi"
import { base, mainnet } from "wagmi/chains"

const config = getDefaultConfig({
  appName: "Fernhill",
  projectId: "YOUR_PROJECT_ID",
  chains: [mainnet, base],
})
const queryClient = new QueryClient()

function Account() {
  const { address } = useAccount()
  return <output>{address ?? "Not connected"}</output>
}

createRoot(document.getElementById("root") as HTMLElement).render(
  <WagmiProvider config={config}>
    <QueryClientProvider client={queryClient}>
      <RainbowKitProvider>
        <ConnectButton />
        <Account />
      </RainbowKitProvider>
    </QueryClientProvider>
  </WagmiProvider>,
)
