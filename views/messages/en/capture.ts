import { topic } from "../topic.ts"
import { mailed } from "./mailed.ts"

/** Asking for an email address at sign-in. */
export const capture = topic(
  "capture",
  {
    captureRequired: "{site} needs your email before you sign in. We'll send you a code to confirm it.",
    captureRequiredHere: "This site needs your email before you sign in. We'll send you a code to confirm it.",
    captureOptional: "{site} would like your email. You can sign in without it.",
    captureOptionalHere: "This site would like your email. You can sign in without it.",
    mailServices: "Email providers",
    usedBefore: "Recently used",
    continue: "Continue",
    skip: "Skip this step",
    closingDisconnects: "Closing will disconnect your wallet.",

    wrongCode: "Incorrect code. Check your latest email and try again.",
    uncheckedCode: "We couldn't verify the code. Try again.",
  },
  mailed,
)
