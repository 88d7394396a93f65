import { useRef, useState } from "react"
import { emailFrom } from "../../../src/core/first-paint/limits.ts"
import { login } from "../../../src/embedded/first-paint/state.ts"
import type { Namespace } from "../../../src/options/namespaces.ts"
import { selectEmail, sendEmail } from "../../shared/first-paint/lazyFlows.ts"
import { useModal, useSlice } from "../../shared/first-paint/useModal.ts"
import { useSubmission } from "../../shared/first-paint/useSubmission.ts"
import { Forward } from "../../ui/firstPaintIcons.tsx"
import { IconButton } from "../../ui/IconButton.tsx"
import { EmailInput } from "./EmailInput.tsx"

/** Form for an email login. The submit button is enabled once the text is long enough. */
export function EmailField({ namespace }: { readonly namespace?: Namespace | undefined }) {
  const { run, text } = useModal()
  const { mailing } = useSlice(login)
  const [email, setEmail] = useState("")
  const { busy, failed, changed } = useSubmission(mailing)
  const isReported = useRef(false)
  const ready = email.trim().length >= emailFrom
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (ready && !busy) run(sendEmail(email.trim(), namespace))
      }}
      onFocus={() => {
        if (isReported.current) return
        isReported.current = true
        run(selectEmail)
      }}
    >
      <EmailInput
        value={email}
        onInput={(next) => {
          setEmail(next)
          changed()
        }}
        failed={failed}
        busy={busy}
        end={
          <IconButton
            name={text("continueByEmail")}
            icon={Forward}
            mirrored
            size="small"
            filled={ready ? "accent" : "soft"}
            disabled={!ready}
            submit
          />
        }
      />
    </form>
  )
}
