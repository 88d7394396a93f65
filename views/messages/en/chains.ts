import { topic } from "../topic.ts"

/** Networks, and what to do on one that does not work here. */
export const chains = topic("chains", {
  searchNetworks: "Search networks",
  noNetworkFound: "No network found",
  testnet: "Testnet",
  opensAnotherWallet: "Opens another wallet",
  notIn: "Not in {wallet}",
  approveSwitch: "Approve in {wallet}",
  approveSwitchHint: "Accept the switch to {network} in your wallet.",
  switchDeclined: "Switch declined. You stay on the network you were on.",

  unsupportedHint: "This site does not work on the network that {wallet} is on. Switch to one of these.",
  noSwapHere: "No swaps here",
  noSwapHereHint: "Nothing can be swapped on the network that {wallet} is on. Switch to one of these.",
  switch: "Switch",
  switchTo: "Switch to {network}",
  switchToHint: "{wallet} is not connected on {chain}. Choose a wallet for it; {wallet} stays connected.",
  or: "or",
})
