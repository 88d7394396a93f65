import type { PublicView } from "./route.ts"

/** Views that a site may ask for by name. */
export const publicViews: { readonly [View in PublicView]: true } = {
  Account: true,
  AllWallets: true,
  ApproveTransaction: true,
  Connect: true,
  ConnectingWalletConnectBasic: true,
  Networks: true,
  OnRampProviders: true,
  Pay: true,
  PayWithExchange: true,
  ProfileWallets: true,
  Swap: true,
  WalletSend: true,
  WhatIsANetwork: true,
  WhatIsAWallet: true,
}
