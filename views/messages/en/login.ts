import { topic } from "../topic.ts"
import { mailed } from "./mailed.ts"

/** Logging in to the embedded wallet, and changing its email. */
export const login = topic(
  "login",
  {
    agreeBoth: "I agree to the {terms} and {privacy}",
    agreeTerms: "I agree to the {terms}",
    agreePrivacy: "I agree to the {privacy}",
    emailHint: "We'll email you a code. You'll get your own wallet, with nothing to install.",
    codeWorks: { one: "The code is valid for {count} minute", other: "The code is valid for {count} minutes" },
    wrongCode: "{reason}. Use the code from the most recent email.",
    deviceHeading: "Approve this device",
    deviceHint: "Open the link we sent to {email}. This screen will update automatically.",
    resendMail: "Resend email",

    socialWaiting: "Log in with {social}",
    socialWaitingHint: "Continue in the window that just opened. Nothing is shared until you agree there.",
    socialIdleHint: "{social} opens in a new window. Nothing is shared until you agree there.",
    socialLeavingHint: "You'll leave this page to log in with {social}, then come back here.",
    socialReturned: "Loading user data",
    socialReturnedHint: "You're logged in with {social}. Loading your wallet.",
    socialFailed: "Couldn't log in with {social}",
    socialFailedHint: "{reason}. Nothing was shared.",
    socialBlocked: "Pop-up blocked",
    socialBlockedHint: "Allow pop-ups for this site in your browser, then try again.",
    socialUnheard: "Social login isn't available here",
    socialUnheardHint: "This page's security settings block login windows. Use your email or a wallet instead.",
    socialLate: "Login timed out",
    socialLateHint: {
      one: "You have {count} second to log in. Nothing was shared. Try again when you're ready.",
      other: "You have {count} seconds to log in. Nothing was shared. Try again when you're ready.",
    },
    anotherWay: "Try another way",

    scanFarcaster: "Scan this QR Code with your phone",
    scanFarcasterHint: "Farcaster will ask you to confirm the login.",
    preparingFarcaster: "Generating QR code",
    farcasterCode: "QR code to log in with Farcaster",
    continueInFarcaster: "Continue in Farcaster",
    continueInFarcasterHint: "Approve the login in the app, then return here.",
    openFarcaster: "Open Farcaster",

    createHint: "Log in to get your own wallet. No app, no extension, no seed phrase.",

    save: "Save",
    cancel: "Cancel",
    newEmailHint: "We'll send a code to your current email first, then one to the new email.",
    upgradeHint: "Open the dashboard to add more ways to log in and to hold your own keys.",
    openDashboard: "Open the dashboard",
  },
  mailed,
)
