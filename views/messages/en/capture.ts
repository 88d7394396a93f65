import { topic } from "../topic.ts"
import { mailed } from "./mailed.ts"

/** The e-mail address that is captured of who signs in. */
export const capture = topic(
  "capture",
  {
    captureRequired: "{site} needs your email before you sign in. We mail you a code to confirm it.",
    captureRequiredHere: "This site needs your email before you sign in. We mail you a code to confirm it.",
    captureOptional: "{site} would like your email. You can sign in without it.",
    captureOptionalHere: "This site would like your email. You can sign in without it.",
    mailServices: "Mail services",
    usedBefore: "Used before",
    continue: "Continue",
    skip: "Skip this step",
    closingDisconnects: "Closing disconnects the wallet.",

    wrongCode: "That is not the code. Check the latest mail and try again.",
    uncheckedCode: "The code could not be checked just now.",
  },
  mailed,
)
