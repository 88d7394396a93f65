import { CodeRefused } from "../../src/domain/errors.ts"
import type { RouteOf } from "../../src/domain/route.ts"
import { giveCode, sendAnother } from "../../src/flows/capture.ts"
import { capture } from "../../src/state/capture.ts"
import { MailedCode } from "../login/MailedCode.tsx"
import { Resend } from "../login/Resend.tsx"
import { capture as sentences } from "../messages/en/capture.ts"
import { useHandedIn } from "../useHandedIn.ts"
import { useModal, useSlice, useText } from "../useModal.ts"

/** Input for the code sent to the email address to confirm. */
export function DataCaptureOtpConfirm({ email }: RouteOf<"DataCaptureOtpConfirm">) {
  const { run } = useModal()
  const text = useText(sentences)
  const { checking, sending, mailedAt } = useSlice(capture)
  const handedIn = useHandedIn(checking)
  return (
    <MailedCode
      email={email}
      handedIn={handedIn}
      hand={(code) => run(giveCode(code))}
      error={(failed) => text(failed instanceof CodeRefused ? "wrongCode" : "uncheckedCode")}
      refused={(failed) => failed instanceof CodeRefused}
      hint={text("closingDisconnects")}
      resend={
        <Resend
          mailedAt={mailedAt}
          busy={sending.value.is === "loading"}
          onClick={() => run(sendAnother(email, () => text("codeResent")))}
        >
          {text("resendCode")}
        </Resend>
      }
    />
  )
}
