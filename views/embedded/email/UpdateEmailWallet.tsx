import { useState } from "react"
import { emailFrom } from "../../../src/core/first-paint/limits.ts"
import { login } from "../../../src/embedded/first-paint/state.ts"
import { cancelUpdate, followEmail, saveEmail } from "../../../src/embedded/operations/email.ts"
import type { RouteOf } from "../../../src/navigation/first-paint/model/routes.ts"
import loginMessages from "../../locales/en/login.json" with { type: "json" }
import { useModal, useSlice, useTask, useText } from "../../shared/first-paint/useModal.ts"
import { useSubmission } from "../../shared/first-paint/useSubmission.ts"
import { css } from "../../styles/stitches.ts"
import { Button, Pair } from "../../ui/Button.tsx"
import { Sentence } from "../../ui/Text.tsx"
import { EmailInput } from "../first-paint/EmailInput.tsx"

/** Form to change the embedded wallet's email address. */
export function UpdateEmailWallet({ email: opened, redirectView }: RouteOf<"UpdateEmailWallet">) {
  const { run } = useModal()
  const text = useText({ login: loginMessages })
  const { mailing, email: known } = useSlice(login)
  useTask(() => followEmail, [])
  const email = known.value ?? opened
  const [next, setNext] = useState<string>()
  const { busy, failed, changed } = useSubmission(mailing)
  const value = next ?? email
  const wanted = value.trim()
  const ready = wanted !== email && wanted.length >= emailFrom
  const save = (
    <Button kind="primary" submit busy={busy} disabled={!ready}>
      {text("save")}
    </Button>
  )
  return (
    <form
      className={frame()}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (ready && !busy) run(saveEmail(wanted, redirectView))
      }}
    >
      <EmailInput
        autoFocus
        value={value}
        onInput={(typed) => {
          setNext(typed)
          changed()
        }}
        failed={failed}
      />
      <div className={words()}>
        <Sentence kind="caption">{text("newEmailHint")}</Sentence>
      </div>
      {redirectView ? (
        <Pair>
          <Button onClick={() => run(cancelUpdate(redirectView))}>{text("cancel")}</Button>
          {save}
        </Pair>
      ) : (
        save
      )}
    </form>
  )
}

const frame = css({ display: "flex", flexDirection: "column", gap: "8px", padding: "0 8px 8px" })
const words = css({ padding: "0 12px 8px" })
