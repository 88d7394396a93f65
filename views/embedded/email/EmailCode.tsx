import { minute } from "../../../src/core/first-paint/limits.ts"
import { login } from "../../../src/embedded/first-paint/state.ts"
import { email as limits } from "../../../src/embedded/limits.ts"
import { submitCode } from "../../../src/embedded/operations/email.ts"
import { FrameError } from "../../../src/errors/index.ts"
import type { RouteOf } from "../../../src/navigation/first-paint/model/routes.ts"
import loginMessages from "../../locales/en/login.json" with { type: "json" }
import mailedCode from "../../locales/en/mailedCode.json" with { type: "json" }
import { useModal, useSlice, useText } from "../../shared/first-paint/useModal.ts"
import { useSubmission } from "../../shared/first-paint/useSubmission.ts"
import { useReason } from "../../shared/useReason.ts"
import { css } from "../../styles/stitches.ts"
import { Icon } from "../../ui/Icon.tsx"
import { Timer } from "../../ui/icons.tsx"
import { MailedCode } from "./MailedCode.tsx"
import { ResendLoginEmail } from "./ResendLoginEmail.tsx"

/** View to enter the code sent for an email login. */
export const EmailVerifyOtp = ({ email }: RouteOf<"EmailVerifyOtp">) => <EmailCode email={email} />

/** View to enter the code sent to the current address before an email change. */
export const UpdateEmailPrimaryOtp = ({ email }: RouteOf<"UpdateEmailPrimaryOtp">) => <EmailCode email={email} />

/** View to enter the code sent to the new address of an email change. */
export const UpdateEmailSecondaryOtp = ({ newEmail }: RouteOf<"UpdateEmailSecondaryOtp">) => (
  <EmailCode key={newEmail} email={newEmail} />
)

function EmailCode({ email }: { readonly email: string }) {
  const { run, translateError } = useModal()
  const text = useText({ login: loginMessages, mailedCode })
  const reason = useReason()
  const handedIn = useSubmission(useSlice(login).checking)
  return (
    <MailedCode
      email={email}
      handedIn={handedIn}
      hand={(code) => run(submitCode(code))}
      // The frame's reason if it refused the code, else the general error message.
      error={(failed) =>
        failed instanceof FrameError ? text("wrongCode", { reason: reason(failed) }) : translateError(failed.message)
      }
      refused={(failed) => failed instanceof FrameError}
      hint={
        <span className={clock()}>
          <Icon of={Timer} size={16} />
          {text("codeWorks", { count: limits.codeLifetime / minute })}
        </span>
      }
      resend={<ResendLoginEmail email={email}>{text("resendCode")}</ResendLoginEmail>}
    />
  )
}

const clock = css({ display: "inline-flex", gap: "6px" })
