import { topic } from "../topic.ts"
import { mailed } from "./mailed.ts"

/** Logging in to the embedded wallet, and changing its e-mail. */
export const login = topic(
  "login",
  {
    agreeBoth: "I agree to the {terms} and the {privacy}",
    agreeTerms: "I agree to the {terms}",
    agreePrivacy: "I agree to the {privacy}",
    emailHint: "We mail you a code. With it you get a wallet of your own; there is nothing to install.",
    codeWorks: { one: "The code works for {count} minute", other: "The code works for {count} minutes" },
    wrongCode: "{reason}. Only the code in the latest mail counts.",
    deviceHeading: "Approve this device",
    deviceHint: "Open the link that we mailed to {email}. This view goes on by itself.",
    resendMail: "Resend email",

    socialWaiting: "Log in with {social}",
    socialWaitingHint: "Go on in the window that has opened. Nothing is shared before you agree there.",
    socialIdleHint: "{social} opens in a window of its own. Nothing is shared before you agree there.",
    socialLeavingHint: "{social} opens in the place of this page and leads you back here.",
    socialReturned: "Loading user data",
    socialReturnedHint: "{social} has let you in. Your wallet is on its way.",
    socialFailed: "{social} did not log you in",
    socialFailedHint: "{reason}. Nothing was shared and nothing has changed.",
    socialBlocked: "The window was blocked",
    socialBlockedHint: "Allow this site to open windows in your browser, then try again.",
    socialUnheard: "This site cannot hear the window",
    socialUnheardHint:
      "The page isolates itself from the windows that it opens, so no login can come back. Use your email or a wallet here.",
    socialLate: "That took too long",
    socialLateHint: {
      one: "The login waits for {count} second. Nothing was shared; try again when you are ready.",
      other: "The login waits for {count} seconds. Nothing was shared; try again when you are ready.",
    },
    anotherWay: "Choose another way",

    scanFarcaster: "Scan this QR Code with your phone",
    scanFarcasterHint: "Farcaster asks you there whether you want to log in.",
    preparingFarcaster: "Preparing a code",
    farcasterCode: "Login code for Farcaster",
    continueInFarcaster: "Continue in Farcaster",
    continueInFarcasterHint: "Agree to the login in the app, then come back here.",
    openFarcaster: "Open Farcaster",

    createHint: "Log in to get a wallet of your own. No app, no extension, no words to write down.",

    save: "Save",
    cancel: "Cancel",
    newEmailHint: "We mail a code to your current address first, then one to the new.",
    upgradeHint: "Take your wallet to the dashboard to set up more ways in and to hold its keys yourself.",
    openDashboard: "Open the dashboard",
  },
  mailed,
)
