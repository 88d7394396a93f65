import { useRef, useState } from "react"
import type { Namespace } from "../../src/domain/namespaces.ts"
import { emailFrom } from "../../src/domain/openingLimits.ts"
import { login } from "../../src/state/login.ts"
import { selectEmail, sendEmail } from "../near.ts"
import { Forward } from "../ui/firstIcons.tsx"
import { IconButton } from "../ui/IconButton.tsx"
import { useHandedIn } from "../useHandedIn.ts"
import { useModal, useSlice } from "../useModal.ts"
import { AddressField } from "./AddressField.tsx"

/** Email login. The submit button is enabled once the text is long enough. */
export function EmailField({ namespace }: { readonly namespace?: Namespace | undefined }) {
  const { run, text } = useModal()
  const { mailing } = useSlice(login)
  const [email, setEmail] = useState("")
  const { busy, failed, changed } = useHandedIn(mailing)
  const told = useRef(false)
  const ready = email.trim().length >= emailFrom
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (ready && !busy) run(sendEmail(email.trim(), namespace))
      }}
      onFocus={() => {
        if (told.current) return
        told.current = true
        run(selectEmail)
      }}
    >
      <AddressField
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
