import type { RouteOf } from "../../src/domain/route.ts"
import { awaitDevice } from "../../src/flows/email.ts"
import { login } from "../../src/state/login.ts"
import { Attempt } from "../connect/Attempt.tsx"
import { login as sentences } from "../messages/en/login.ts"
import { css } from "../styles/stitches.ts"
import { Mail } from "../ui/icons.tsx"
import { useAttempt } from "../useAttempt.ts"
import { useSlice, useText } from "../useModal.ts"
import { LoginResend } from "./LoginResend.tsx"

/** Waits for the visitor to approve this device by email, then continues. Goes back if that fails. */
export function EmailVerifyDevice({ email }: RouteOf<"EmailVerifyDevice">) {
  const text = useText(sentences)
  const { device, mailedAt } = useSlice(login)
  // A new email starts a new approval.
  const { now } = useAttempt(device, () => awaitDevice(email), mailedAt.value)
  return (
    <Attempt
      state={now.is === "loaded" ? "approved" : now.is === "failed" ? "declined" : "waiting"}
      wallet={email}
      mark={Mail}
      heading={text("deviceHeading")}
      hint={text("deviceHint", { email })}
    >
      <div className={foot()}>
        <LoginResend email={email}>{text("resendMail")}</LoginResend>
      </div>
    </Attempt>
  )
}

const foot = css({ display: "grid", placeItems: "center", paddingBlockEnd: "12px" })
