import { login } from "../../src/state/login.ts"
import { login as sentences } from "../messages/en/login.ts"
import { LegalLinks } from "../shell/LegalLinks.tsx"
import { Check } from "../ui/Toggle.tsx"
import { useSlice, useText } from "../useModal.ts"

/** Checkbox to accept the site's terms. */
export function Terms() {
  const text = useText(sentences)
  const { agreed } = useSlice(login)
  return (
    <Check
      checked={agreed.value}
      onChange={(now) => {
        agreed.value = now
      }}
    >
      <LegalLinks both={text("agreeBoth")} terms={text("agreeTerms")} privacy={text("agreePrivacy")} />
    </Check>
  )
}
