import { type ClipboardEvent, type ReactNode, useState } from "react"
import { codeIn } from "../../../src/embedded/model/oneTimeCode.ts"
import { goBack } from "../../../src/navigation/opening/flows.ts"
import mailedCode from "../../locales/en/mailedCode.json" with { type: "json" }
import { useModal, useText } from "../../shared/first-paint/useModal.ts"
import type { useSubmission } from "../../shared/first-paint/useSubmission.ts"
import { css } from "../../styles/stitches.ts"
import { CodeField } from "../../ui/CodeField.tsx"
import { Link } from "../../ui/Link.tsx"
import { Sentence } from "../../ui/Text.tsx"

/**
 * Form for a code sent by email. A complete code is submitted at once. A wrong code shows an error and can be
 * overwritten.
 */
export function MailedCode({ email, handedIn, hand, error, refused, hint, resend }: MailedCodeProps) {
  const { run } = useModal()
  const text = useText({ mailedCode })
  const [code, setCode] = useState("")
  const { busy, failed, changed } = handedIn
  const pasted = (event: ClipboardEvent) => {
    const found = codeIn(event.clipboardData.getData("text"))
    if (event.defaultPrevented || busy || found === undefined) return
    setCode(found)
    hand(found)
  }
  return (
    <div className={frame()} onPaste={pasted}>
      <Sentence>
        {text("codeSentTo")}
        <br />
        <strong className={address()}>
          <bdi>{email}</bdi>
        </strong>
      </Sentence>
      <CodeField
        name={text("code")}
        value={code}
        onInput={(next) => {
          setCode(next)
          changed()
        }}
        onFull={hand}
        busy={busy}
        error={failed && error(failed)}
        hint={busy ? text("checkingCode") : hint}
      />
      {failed && !refused(failed) && (
        <div>
          <Link onClick={() => hand(code)}>{text("tryAgain")}</Link>
        </div>
      )}
      <div className={foot()}>
        <Link kind="quiet" onClick={() => run(goBack())}>
          {text("changeEmail")}
        </Link>
        {resend}
      </div>
    </div>
  )
}

interface MailedCodeProps {
  readonly email: string
  readonly handedIn: ReturnType<typeof useSubmission>
  readonly hand: (code: string) => void
  /** Returns the message for a code that was not accepted. */
  readonly error: (failed: Error) => string
  /** Whether the code is wrong, so retrying it is useless. */
  readonly refused: (failed: Error) => boolean
  /** Information shown while a code is typed. */
  readonly hint: ReactNode
  readonly resend: ReactNode
}

const frame = css({
  display: "flex",
  flexDirection: "column",
  alignItems: "stretch",
  gap: "20px",
  padding: "0 20px 20px",
})

const address = css({ fontWeight: 600, color: "var(--po-text)", overflowWrap: "anywhere" })

const foot = css({ display: "flex", flexWrap: "wrap", justifyContent: "space-between", gap: "8px 16px" })
