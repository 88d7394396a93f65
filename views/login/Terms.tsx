import { login } from "../../src/state/login.ts"
import { login as sentences } from "../messages/en/login.ts"
import { Link } from "../ui/Link.tsx"
import { Check } from "../ui/Toggle.tsx"
import { useModal, useSlice, useText } from "../useModal.ts"

/** The site's terms, to be agreed to before anything else. */
export function Terms() {
  const { options } = useModal()
  const text = useText(sentences)
  const { agreed } = useSlice(login)
  const { termsConditionsUrl, privacyPolicyUrl } = options
  return (
    <Check
      checked={agreed.value}
      onChange={(now) => {
        agreed.value = now
      }}
    >
      {text("agree")}{" "}
      {termsConditionsUrl && (
        <Link kind="legal" href={termsConditionsUrl}>
          {text("terms")}
        </Link>
      )}
      {termsConditionsUrl && privacyPolicyUrl && ` ${text("and")} `}
      {privacyPolicyUrl && (
        <Link kind="legal" href={privacyPolicyUrl}>
          {text("privacy")}
        </Link>
      )}
    </Check>
  )
}
