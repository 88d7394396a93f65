import login from "../../locales/en/login.json" with { type: "json" }
import { useText } from "../../shared/first-paint/useModal.ts"
import { css } from "../../styles/stitches.ts"
import { Sentence } from "../../ui/Text.tsx"
import { EmailField } from "../first-paint/EmailField.tsx"
import { RequireTerms } from "../first-paint/RequireTerms.tsx"

/** View with the email login. */
export function EmailLogin() {
  const text = useText({ login })
  return (
    <div className={frame()}>
      <div className={words()}>
        <Sentence>{text("emailHint")}</Sentence>
      </div>
      <RequireTerms>
        <EmailField />
      </RequireTerms>
    </div>
  )
}

const frame = css({ display: "flex", flexDirection: "column", gap: "8px", padding: "0 8px 16px" })
const words = css({ padding: "0 12px 8px" })
