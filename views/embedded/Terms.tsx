import { login } from "../../src/embedded/first-paint/state.ts"
import loginMessages from "../locales/en/login.json" with { type: "json" }
import { LegalLinks } from "../shared/first-paint/LegalLinks.tsx"
import { useSlice, useText } from "../shared/first-paint/useModal.ts"
import { Check } from "../ui/Toggle.tsx"

/** Checkbox to accept the site's terms. */
export function Terms() {
  const text = useText({ login: loginMessages })
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
