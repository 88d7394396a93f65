import { topic } from "../topic.ts"

/** Confirmation codes sent by email. */
export const mailed = topic("mailed", {
  codeSentTo: "Enter the 6-digit code we sent to",
  code: "6-digit code",
  checkingCode: "Verifying code",
  changeEmail: "Change email",
  resendCode: "Resend Code",
  resendIn: "Resend in {time}",
  resending: "Sending",
  codeResent: "Code email resent",
})
