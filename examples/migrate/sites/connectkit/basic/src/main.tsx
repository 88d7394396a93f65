import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { ConnectKitButton, ConnectKitProvider, getDefaultConfig } from "connectkit"
import { createRoot } from "react-dom/client"
import { createConfig, useAccount, WagmiProvider } from "wagmi"

const config = createConfig(
  getDefaultConfig({
    appName: "Fernhill",
    walletConnectProjectId: "YOUR_PROJECT_ID",
  }),
)
const queryClient = new QueryClient()

function Account() {
  const { address } = useAccount()
  return <output>{address ?? "Not connected"}</output>
}

createRoot(document.getElementById("root") as HTMLElement).render(
  <WagmiProvider config={config}>
    <QueryClientProvider client={queryClient}>
      <ConnectKitProvider>
        <ConnectKitButton />
        <Account />
      </ConnectKitProvider>
    </QueryClientProvider>
  </WagmiProvider>,
)
