import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { ConnectKitProvider, SIWEProvider } from "connectkit"
import { WagmiProvider } from "wagmi"
import { Header } from "./Header"
import { siweConfig } from "./siwe"
import { config } from "./wagmi"

const queryClient = new QueryClient()

export const App = () => (
  <WagmiProvider config={config}>
    <QueryClientProvider client={queryClient}>
      <SIWEProvider {...siweConfig} onSignIn={() => console.info("Signed in")}>
        <ConnectKitProvider mode="dark" onDisconnect={() => console.info("Disconnected")}>
          <Header />
        </ConnectKitProvider>
      </SIWEProvider>
    </QueryClientProvider>
  </WagmiProvider>
)
