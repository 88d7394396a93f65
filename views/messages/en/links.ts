/** Leaving for a wallet's app, and what may come of it. */
export const links = {
  notOpened: "{wallet} did not open",
  notOpenedHint: "It may not be on this phone. Get it, or use a code or the link with a wallet on another device.",
  stayed: "You stayed here",
  stayedHint: "Nothing was shared. Open {wallet} to go on, or use a code or the link with a wallet on another device.",
  handover: "Continue in {wallet}'s browser",
  handoverHint: "This page opens there, where {wallet} can connect to it.",
  connectHere: "Connect from here instead",
  copyPage: "Copy page address",
  scanAny: "Open any wallet that scans codes.",
  codeOver: "This code has expired",
  codeOverHint: "The site can make a new one: close this and begin again.",
} as const
