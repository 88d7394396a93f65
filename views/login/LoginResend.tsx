import { resend } from "../../src/flows/email.ts"
import { login } from "../../src/state/login.ts"
import { mailed } from "../messages/en/mailed.ts"
import { useModal, useSlice, useText } from "../useModal.ts"
import { Resend } from "./Resend.tsx"

/** Resends the email that a login or an address change is waiting for. */
export function LoginResend({ email, children }: { readonly email: string; readonly children: string }) {
  const { run } = useModal()
  const text = useText(mailed)
  const { mailedAt, resending } = useSlice(login)
  return (
    <Resend mailedAt={mailedAt} busy={resending.value} onClick={() => run(resend(email, () => text("codeResent")))}>
      {children}
    </Resend>
  )
}
