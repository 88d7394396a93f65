import { topic } from "../topic.ts"
import { account } from "./account.ts"

/** The embedded wallet: its approvals, its account and its settings. */
export const embedded = topic(
  "embedded",
  {
    secureWallet: "Embedded wallet",
    openingSecureWallet: "Opening the secure wallet...",
    nothingToApprove: "Nothing to approve",
    nothingToApproveHint: "What a site asks of your wallet shows here first.",

    email: "Email",
    network: "Network",
    switchToEoa: "Switch to your EOA",
    switchToSmartAccount: "Switch to your smart account",
    switched: "Account switched",
    switchFailed: "Failed to switch account",
    sessionsHint: "What sites may do without asking",
    upgrade: "Upgrade your wallet",
    upgradeHint: "Move to a wallet of your own",
  },
  account,
)
