import { base, mainnet } from "@reown/appkit/networks"
import { createAppKit } from "@reown/appkit/react"
import { WagmiAdapter } from "@reown/appkit-adapter-wagmi"
import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { createRoot } from "react-dom/client"
import { useAccount, WagmiProvider } from "wagmi"

const projectId = "YOUR_PROJECT_ID"
const wagmiAdapter = new WagmiAdapter({ networks: [mainnet, base], projectId })

createAppKit({
  adapters: [wagmiAdapter],
  networks: [mainnet, base],
  projectId,
  metadata: { name: "Fernhill", description: "Garden seeds", url: "https://fernhill.example", icons: [] },
})

const queryClient = new QueryClient()

function Account() {
  const { address } = useAccount()
  return <output>{address ?? "Not connected"}</output>
}

createRoot(document.getElementById("root") as HTMLElement).render(
  <WagmiProvider config={wagmiAdapter.wagmiConfig}>
    <QueryClientProvider client={queryClient}>
      <appkit-button />
      <Account />
    </QueryClientProvider>
  </WagmiProvider>,
)
