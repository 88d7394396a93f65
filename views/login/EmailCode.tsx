import { type ClipboardEvent, useState } from "react"
import { codeIn } from "../../src/domain/codes.ts"
import { FrameError } from "../../src/domain/errors.ts"
import type { RouteOf } from "../../src/domain/route.ts"
import { submitCode } from "../../src/flows/email.ts"
import { goBack } from "../../src/flows/open.ts"
import { login } from "../../src/state/login.ts"
import { login as sentences } from "../messages/en/login.ts"
import type { KeyOf } from "../messages/topic.ts"
import { css } from "../styles/stitches.ts"
import { CodeField } from "../ui/CodeField.tsx"
import { Icon } from "../ui/Icon.tsx"
import { Timer } from "../ui/icons.tsx"
import { Link } from "../ui/Link.tsx"
import { Sentence } from "../ui/Text.tsx"
import { useModal, useSlice, useText } from "../useModal.ts"
import { Resend } from "./Resend.tsx"

/** The code that a login by e-mail has mailed. */
export const EmailVerifyOtp = ({ email }: RouteOf<"EmailVerifyOtp">) => <EmailCode email={email} />

/** The code that was mailed to the address that is to be changed. */
export const UpdateEmailPrimaryOtp = ({ email }: RouteOf<"UpdateEmailPrimaryOtp">) => <EmailCode email={email} />

/** The code that was mailed to the new one. */
export const UpdateEmailSecondaryOtp = ({ newEmail }: RouteOf<"UpdateEmailSecondaryOtp">) => (
  <EmailCode key={newEmail} email={newEmail} />
)

/** A code that was mailed. It is handed in by itself once it is whole; a wrong one says so, and is written over. */
function EmailCode({ email }: { readonly email: string }) {
  const { run } = useModal()
  const text = useText(sentences)
  const { checking } = useSlice(login)
  const [code, setCode] = useState("")
  // What became of an older code is none of this one's.
  const [over, setOver] = useState(checking.peek())
  const now = checking.value
  const failed = now.is === "failed" && now !== over ? now.error : undefined
  const busy = now.is === "loading"
  const hand = (whole: string) => run(submitCode(whole))
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
          setOver(checking.peek())
        }}
        onFull={hand}
        busy={busy}
        error={failed && wrong(failed, text)}
        hint={
          busy ? (
            text("checkingCode")
          ) : (
            <span className={clock()}>
              <Icon of={Timer} size={16} />
              {text("codeWorks")}
            </span>
          )
        }
      />
      {failed && !(failed instanceof FrameError) && (
        <Link onClick={() => hand(code)} disabled={busy}>
          {text("tryAgain")}
        </Link>
      )}
      <div className={foot()}>
        <Link kind="quiet" onClick={() => run(goBack())}>
          {text("changeEmail")}
        </Link>
        <Resend email={email}>{text("resendCode")}</Resend>
      </div>
    </div>
  )
}

/** What the frame says of a code; of anything else, what went wrong. */
const wrong = (error: Error, text: ReturnType<typeof useText<KeyOf<typeof sentences>>>) =>
  error instanceof FrameError ? text("wrongCode", { reason: error.message.replace(/[.!\s]+$/, "") }) : error.message

const frame = css({
  display: "flex",
  flexDirection: "column",
  alignItems: "stretch",
  gap: "20px",
  padding: "0 20px 20px",
})

const address = css({ fontWeight: 600, color: "var(--po-text)", overflowWrap: "anywhere" })

const clock = css({ display: "inline-flex", gap: "6px" })

const foot = css({ display: "flex", flexWrap: "wrap", justifyContent: "space-between", gap: "8px 16px" })
