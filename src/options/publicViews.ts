import type { PublicView } from "../navigation/first-paint/model/routes.ts"
import type { LocalFeatures } from "./localFeatures.ts"
import type { RemoteFeatures } from "./remoteFeatures.ts"

/** Views that a site may open by name, and the feature that each requires (specification section 2). `true`: no feature. */
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
