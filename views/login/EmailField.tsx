import { useRef, useState } from "react"
import { email as limits } from "../../src/domain/limits.ts"
import type { Namespace } from "../../src/domain/namespaces.ts"
import { login } from "../../src/state/login.ts"
import { selectEmail, sendEmail } from "../near.ts"
import { Field } from "../ui/Field.tsx"
import { IconButton } from "../ui/IconButton.tsx"
import { Forward, Mail } from "../ui/icons.tsx"
import { useModal, useSlice } from "../useModal.ts"

/** An e-mail address to log in with. The arrow wakes once it may be one. */
export function EmailField({ namespace }: { readonly namespace?: Namespace | undefined }) {
  const { run, text } = useModal()
  const { mailing } = useSlice(login)
  const [email, setEmail] = useState("")
  // What became of an older address is none of this one's.
  const [over, setOver] = useState(mailing.peek())
  const told = useRef(false)
  const now = mailing.value
  const failed = now.is === "failed" && now !== over ? now.error : undefined
  const ready = email.trim().length >= limits.minLength
  const busy = now.is === "loading"
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
      <Field
        name={text("emailAddress")}
        icon={Mail}
        type="email"
        inputMode="email"
        autoComplete="email"
        enterKeyHint="go"
        value={email}
        onInput={(next) => {
          setEmail(next)
          setOver(mailing.peek())
        }}
        error={failed && ("_tag" in failed && failed._tag === "InvalidEmail" ? text("invalidEmail") : failed.message)}
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
