import { topic } from "../topic.ts"

/** Networks, and what to do on an unsupported one. */
export const chains = topic("chains", {
  searchNetworks: "Search networks",
  noNetworkFound: "No network found",
  testnet: "Testnet",
  opensAnotherWallet: "Needs a different wallet",
  notIn: "Not supported by {wallet}",
  approveSwitch: "Approve in {wallet}",
  approveSwitchHint: "Confirm the switch to {network} in your wallet.",
  switchDeclined: "Switch declined. You're still on the same network.",

  unsupportedHint: "This site doesn't support {wallet}'s current network. Switch to one of these to continue.",
  noSwapHere: "Swaps not available",
  noSwapHereHint: "You can't swap on {wallet}'s current network. Switch to one of these to continue.",
  switch: "Switch",
  switchTo: "Switch to {network}",
  switchToHint: "{wallet} isn't connected to {chain}. Choose a wallet for {chain}. {wallet} stays connected.",
  or: "or",
})
