import { Link } from "../../ui/Link.tsx"
import { useModal } from "./useModal.ts"

/** Message about the site's terms and privacy policy. The placeholders `terms` and `privacy` become links. */
export function LegalLinks({ both, terms, privacy }: LegalLinksProps) {
  const { options, text } = useModal()
  const { termsConditionsUrl, privacyPolicyUrl } = options
  const sentence = termsConditionsUrl ? (privacyPolicyUrl ? both : terms) : privacy
  return sentence.split(/\{(terms|privacy)\}/).map((part) =>
    part === "terms" || part === "privacy" ? (
      <Link key={part} kind="legal" href={part === "terms" ? termsConditionsUrl : privacyPolicyUrl}>
        {text(part)}
      </Link>
    ) : (
      part
    ),
  )
}

/** Messages for sites with both documents, or with only one of them. */
interface LegalLinksProps {
  readonly both: string
  readonly terms: string
  readonly privacy: string
}
