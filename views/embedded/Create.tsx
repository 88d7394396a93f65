import { connectRows } from "../../src/connect/first-paint/state.ts"
import login from "../locales/en/login.json" with { type: "json" }
import { useSlice, useText } from "../shared/first-paint/useModal.ts"
import { css } from "../styles/stitches.ts"
import { Sentence } from "../ui/Text.tsx"
import { EmailField } from "./first-paint/EmailField.tsx"
import { RequireTerms } from "./first-paint/RequireTerms.tsx"
import { Socials } from "./first-paint/Socials.tsx"

/** Ways to create a wallet: the email and social logins of the Connect view, without its wallets. */
export function Create() {
  const text = useText({ login })
  const { ways } = useSlice(connectRows)()
  const { methods, socials } = ways.value
  return (
    <div className={frame()}>
      <div className={words()}>
        <Sentence>{text("createHint")}</Sentence>
      </div>
      <RequireTerms>
        {methods.includes("email") && <EmailField />}
        {methods.includes("social") && <Socials socials={socials} />}
      </RequireTerms>
    </div>
  )
}

const frame = css({ display: "flex", flexDirection: "column", gap: "8px", padding: "0 8px 8px" })
const words = css({ padding: "0 12px 8px" })
