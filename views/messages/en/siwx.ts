import { topic } from "../topic.ts"

/** Signing in with a wallet signature. */
export const siwx = topic("siwx", {
  prove: "Prove this wallet is yours",
  proveHint: "Sign a message for {site}. It is free, moves nothing and gives no permission to spend.",
  proveHintHere: "Sign a message for this site. It is free, moves nothing and gives no permission to spend.",
  signElsewhere: "This message is for {domain}",
  signElsewhereHint: "You are on {host}. Sign only if you know why one site asks in the name of the other.",
  signSite: "Site",
  signAccount: "Account",
  signNetwork: "Network",
  validUntil: "Valid until",
  fullMessage: "Full message",
  sign: "Sign",
  signing: "Signing...",
  cancel: "Cancel",
  cancelling: "Cancelling...",
  cancellingDisconnects: "Cancelling disconnects the wallet.",
  noMessage: "No message to sign right now",
  noMessageHint: "The site could not be asked for one. Nothing was signed.",
})
