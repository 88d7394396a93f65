import { topic } from "../topic.ts"
import { account } from "./account.ts"

/** The embedded wallet: its approvals, its account and its settings. */
export const embedded = topic(
  "embedded",
  {
    secureWallet: "Embedded wallet",
    openingSecureWallet: "Opening the secure wallet...",
    nothingToApprove: "Nothing to approve",
    nothingToApproveHint: "Requests from this site will appear here for your approval.",

    email: "Email",
    network: "Network",
    switchToEoa: "Switch to your EOA",
    switchToSmartAccount: "Switch to your smart account",
    switched: "Account switched",
    switchFailed: "Failed to switch account",
    sessionsHint: "What sites can do without asking you",
    upgrade: "Upgrade your wallet",
    upgradeHint: "Take full control of your wallet",
  },
  account,
)
