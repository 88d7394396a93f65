import { login } from "../../../src/embedded/first-paint/state.ts"
import { awaitDevice } from "../../../src/embedded/operations/email.ts"
import type { RouteOf } from "../../../src/navigation/first-paint/model/routes.ts"
import loginMessages from "../../locales/en/login.json" with { type: "json" }
import { Attempt } from "../../shared/Attempt.tsx"
import { useSlice, useText } from "../../shared/first-paint/useModal.ts"
import { useAttempt } from "../../shared/useAttempt.ts"
import { css } from "../../styles/stitches.ts"
import { Mail } from "../../ui/icons.tsx"
import { ResendLoginEmail } from "./ResendLoginEmail.tsx"

/** View that waits for the visitor to approve this device by email, then asks for the code. Goes back if the approval fails. */
export function EmailVerifyDevice({ email }: RouteOf<"EmailVerifyDevice">) {
  const text = useText({ login: loginMessages })
  const { device, mailedAt } = useSlice(login)
  // A new email starts a new approval.
  const { now } = useAttempt(device, () => awaitDevice(email), mailedAt.value)
  return (
    <Attempt
      state={now.status === "loaded" ? "approved" : now.status === "failed" ? "declined" : "waiting"}
      wallet={email}
      mark={Mail}
      heading={text("deviceHeading")}
      hint={text("deviceHint", { email })}
    >
      <div className={foot()}>
        <ResendLoginEmail email={email}>{text("resendMail")}</ResendLoginEmail>
      </div>
    </Attempt>
  )
}

const foot = css({ display: "grid", placeItems: "center", paddingBlockEnd: "12px" })
