import { useState } from "react"
import type { RouteOf } from "../../src/domain/route.ts"
import { giveCode, sendAnother } from "../../src/flows/capture.ts"
import { goBack } from "../../src/flows/open.ts"
import { capture } from "../../src/state/capture.ts"
import { capture as sentences } from "../messages/en/capture.ts"
import { css } from "../styles/stitches.ts"
import { CodeField } from "../ui/CodeField.tsx"
import { Link } from "../ui/Link.tsx"
import { Sentence } from "../ui/Text.tsx"
import { useModal, useSlice, useText } from "../useModal.ts"

/** The code that was mailed to an address that is to be confirmed. It is handed in by itself once it is whole. */
export function DataCaptureOtpConfirm({ email }: RouteOf<"DataCaptureOtpConfirm">) {
  const { run } = useModal()
  const text = useText(sentences)
  const { checking, sending } = useSlice(capture)
  const [code, setCode] = useState("")
  const [over, setOver] = useState(checking.peek())
  const now = checking.value
  const failed = now.is === "failed" && now !== over ? now.error : undefined
  const refused = failed && "_tag" in failed && failed._tag === "CodeRefused"
  const busy = now.is === "loading"
  return (
    <div className={frame()}>
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
        onFull={(whole) => run(giveCode(whole))}
        busy={busy}
        error={failed && text(refused ? "wrongCode" : "uncheckedCode")}
        hint={busy ? text("checkingCode") : text("closingDisconnects")}
      />
      {failed && !refused && (
        <div>
          <Link disabled={busy} onClick={() => run(giveCode(code))}>
            {text("tryAgain")}
          </Link>
        </div>
      )}
      <div className={foot()}>
        <Link kind="quiet" onClick={() => run(goBack())}>
          {text("changeEmail")}
        </Link>
        <Link disabled={sending.value.is === "loading"} onClick={() => run(sendAnother(email, text("codeResent")))}>
          {text(sending.value.is === "loading" ? "resending" : "resendCode")}
        </Link>
      </div>
    </div>
  )
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
