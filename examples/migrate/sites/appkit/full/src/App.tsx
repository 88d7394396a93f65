import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { useEffect } from "react"
import { WagmiProvider } from "wagmi"
import { modal, wagmiAdapter } from "./appkit"
import { Header } from "./Header"

const queryClient = new QueryClient()

export const App = () => {
  useEffect(() => modal.subscribeState(({ open }) => console.debug(open ? "Opened" : "Closed")), [])
  return (
    <WagmiProvider config={wagmiAdapter.wagmiConfig}>
      <QueryClientProvider client={queryClient}>
        <Header />
      </QueryClientProvider>
    </WagmiProvider>
  )
}
