import { CodeRefused } from "../../../src/errors/index.ts"
import type { RouteOf } from "../../../src/navigation/first-paint/model/routes.ts"
import { giveCode, sendAnother } from "../../../src/siwx/flows/dataCapture.ts"
import { dataCapture } from "../../../src/siwx/state.ts"
import { MailedCode } from "../../embedded/email/MailedCode.tsx"
import { ResendLink } from "../../embedded/email/ResendLink.tsx"
import dataCaptureMessages from "../../locales/en/dataCapture.json" with { type: "json" }
import mailedCode from "../../locales/en/mailedCode.json" with { type: "json" }
import { useModal, useSlice, useText } from "../../shared/first-paint/useModal.ts"
import { useSubmission } from "../../shared/first-paint/useSubmission.ts"

/** Form for the code that confirms the visitor's email address. */
export function DataCaptureOtpConfirm({ email }: RouteOf<"DataCaptureOtpConfirm">) {
  const { run } = useModal()
  const text = useText({ dataCapture: dataCaptureMessages, mailedCode })
  const { checking, sending, mailedAt } = useSlice(dataCapture)
  const handedIn = useSubmission(checking)
  return (
    <MailedCode
      email={email}
      handedIn={handedIn}
      hand={(code) => run(giveCode(code))}
      error={(failed) => text(failed instanceof CodeRefused ? "incorrectCode" : "uncheckedCode")}
      refused={(failed) => failed instanceof CodeRefused}
      hint={text("closingDisconnects")}
      resend={
        <ResendLink
          mailedAt={mailedAt}
          busy={sending.value.status === "loading"}
          onClick={() => run(sendAnother(email, () => text("codeResent")))}
        >
          {text("resendCode")}
        </ResendLink>
      }
    />
  )
}
