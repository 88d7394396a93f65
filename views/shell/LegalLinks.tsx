import { Link } from "../ui/Link.tsx"
import { useModal } from "../useModal.ts"

/** A sentence about the site's terms and privacy policy, with links to those that it has in the gaps `terms` and `privacy`. */
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

/** The sentence for a site that has both, and for one that has one of them. */
interface LegalLinksProps {
  readonly both: string
  readonly terms: string
  readonly privacy: string
}
