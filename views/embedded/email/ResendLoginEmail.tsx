import { login } from "../../../src/embedded/first-paint/state.ts"
import { resend } from "../../../src/embedded/operations/email.ts"
import mailedCode from "../../locales/en/mailedCode.json" with { type: "json" }
import { useModal, useSlice, useText } from "../../shared/first-paint/useModal.ts"
import { ResendLink } from "./ResendLink.tsx"

/** Link that resends the email that a login or an address change is waiting for. */
export function ResendLoginEmail({ email, children }: { readonly email: string; readonly children: string }) {
  const { run } = useModal()
  const text = useText({ mailedCode })
  const { mailedAt, resending } = useSlice(login)
  return (
    <ResendLink mailedAt={mailedAt} busy={resending.value} onClick={() => run(resend(email, () => text("codeResent")))}>
      {children}
    </ResendLink>
  )
}
