import "@rainbow-me/rainbowkit/styles.css"
import { darkTheme, RainbowKitProvider } from "@rainbow-me/rainbowkit"
import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { useAccount, WagmiProvider } from "wagmi"
import { base } from "wagmi/chains"
import { WalletButton } from "./WalletButton"
import { config } from "./wagmi"

const queryClient = new QueryClient()

const theme = darkTheme({
  accentColor: "#7b3fe4",
  accentColorForeground: "white",
  borderRadius: "medium",
  fontStack: "system",
})

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
      <RainbowKitProvider theme={theme} initialChain={base} locale="fr" modalSize="compact" coolMode>
        <WalletButton />
        <Account />
      </RainbowKitProvider>
    </QueryClientProvider>
  </WagmiProvider>
)
