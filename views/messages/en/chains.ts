/** Which chain is meant, and what to do on one that does not work here. */
export const chains = {
  selectChainFor: "Where do you want to connect {wallet}?",
  selectChainHint: "It holds accounts on more than one chain. You can connect the others later.",
  unsupportedHint: "This site does not work on the network that {wallet} is on. Switch to one of these.",
  noSwapHere: "No swaps here",
  noSwapHereHint: "Nothing can be swapped on the network that {wallet} is on. Switch to one of these.",
  switch: "Switch",
  switchTo: "Switch to {network}",
  switchToHint: "{wallet} is not connected on {chain}. Choose a wallet for it; {wallet} stays connected.",
} as const
