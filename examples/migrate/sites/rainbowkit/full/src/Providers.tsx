import "@rainbow-me/rainbowkit/styles.css"
import {
  type AuthenticationStatus,
  lightTheme,
  midnightTheme,
  RainbowKitAuthenticationProvider,
  RainbowKitProvider,
} from "@rainbow-me/rainbowkit"
import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { WagmiProvider } from "wagmi"
import { authenticationAdapter } from "./auth"
import { config } from "./wagmi"

const queryClient = new QueryClient()

export const Providers = ({ children, status }: { children: ReactNode; status: AuthenticationStatus }) => (
  <WagmiProvider config={config}>
    <QueryClientProvider client={queryClient}>
      <RainbowKitAuthenticationProvider adapter={authenticationAdapter} status={status}>
        <RainbowKitProvider
          theme={{
            lightMode: lightTheme({ accentColor: "#0a7d4f" }),
            darkMode: midnightTheme({ accentColor: "#0a7d4f" }),
          }}
          appInfo={{ appName: "Fernhill", learnMoreUrl: "https://fernhill.example/wallets" }}
          showRecentTransactions
        >
          {children}
        </RainbowKitProvider>
      </RainbowKitAuthenticationProvider>
    </QueryClientProvider>
  </WagmiProvider>
)
