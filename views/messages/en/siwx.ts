import { topic } from "../topic.ts"

/** Signing in with a wallet signature. */
export const siwx = topic("siwx", {
  prove: "Prove this wallet is yours",
  proveHint: "Sign a message for {site}. It's free and can't move your funds or approve spending.",
  proveHintHere: "Sign a message for this site. It's free and can't move your funds or approve spending.",
  signElsewhere: "This message is for {domain}",
  signElsewhereHint: "You're on {host}. Only sign if you know why this site is asking on behalf of another.",
  signSite: "Site",
  signAccount: "Account",
  signNetwork: "Network",
  validUntil: "Valid until",
  fullMessage: "Full message",
  sign: "Sign",
  signing: "Signing...",
  cancel: "Cancel",
  cancelling: "Cancelling...",
  cancellingDisconnects: "Cancelling will disconnect your wallet.",
  noMessage: "Couldn't load a message to sign",
  noMessageHint: "We couldn't get a sign-in message from the site. Nothing was signed.",
})
