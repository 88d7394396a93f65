import type { LocalFeatures, RemoteFeatures } from "./features.ts"
import type { PublicView } from "./route.ts"

/** Views that a site may ask for by name, and the feature that a view depends on (specification section 2). */
export const publicViews: { readonly [View in PublicView]: true | keyof LocalFeatures | keyof RemoteFeatures } = {
  Account: true,
  AllWallets: true,
  ApproveTransaction: true,
  Connect: true,
  ConnectingWalletConnectBasic: true,
  Networks: true,
  OnRampProviders: "onramp",
  Pay: "payments",
  PayWithExchange: "payWithExchange",
  ProfileWallets: true,
  Swap: "swaps",
  WalletSend: "send",
  WhatIsANetwork: true,
  WhatIsAWallet: true,
}
