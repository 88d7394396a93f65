import { topic } from "../topic.ts"
import { account } from "./account.ts"

/** The visitor's wallets, connected now or before, and actions on them. */
export const profile = topic(
  "profile",
  {
    chain: "Chain",
    evm: "EVM",
    connectedCount: "{count} connected",
    disconnectAll: "Disconnect All",
    active: "Active",
    switch: "Switch",
    disconnectWallet: "Disconnect {wallet}",
    recentlyConnected: "Recently connected",
    connect: "Connect",
    forgetWallet: "Forget {wallet}",
    addWallet: "Add {chain} Wallet",
    noWalletConnected: "No wallet connected",
    noWalletConnectedHint: "Connect a wallet to see its accounts here.",
    asleep: "Not responding",

    payment: "Payment",
    ordinal: "Ordinals",
    smartAccount: "Smart Account",
    eoa: "EOA Account",

    walletSwitched: "Wallet switched",
    accountSwitched: "Account switched",
    switchFailed: "Failed to switch wallet",
    walletDeleted: "Wallet deleted",
    walletDisconnected: "Wallet disconnected",
    disconnectFailed: "Failed to disconnect wallet",
  },
  account,
)
