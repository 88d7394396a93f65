import { topic } from "../topic.ts"

/** A code that was mailed to an address. */
export const mailed = topic("mailed", {
  codeSentTo: "Enter the 6-digit code we sent to",
  code: "6-digit code",
  checkingCode: "Checking the code",
  changeEmail: "Change email",
  resendCode: "Resend Code",
  resendIn: "Resend in {time}",
  resending: "Sending",
  codeResent: "Code email resent",
})
