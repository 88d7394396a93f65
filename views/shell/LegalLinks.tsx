import { Fragment } from "react"
import { Link } from "../ui/Link.tsx"
import { useModal } from "../useModal.ts"

/** A sentence about the site's terms and privacy policy, with links to those that it has in their places. */
export function LegalLinks({ both, terms, privacy }: LegalLinksProps) {
  const { options, text } = useModal()
  const { termsConditionsUrl, privacyPolicyUrl } = options
  const sentence = termsConditionsUrl ? (privacyPolicyUrl ? both : terms) : privacy
  const links = { "{terms}": termsConditionsUrl, "{privacy}": privacyPolicyUrl } as const
  const names = { "{terms}": text("terms"), "{privacy}": text("privacy") } as const
  return sentence.split(/(\{terms\}|\{privacy\})/).map((part) =>
    part === "{terms}" || part === "{privacy}" ? (
      <Link key={part} kind="legal" href={links[part]}>
        {names[part]}
      </Link>
    ) : (
      <Fragment key={part}>{part}</Fragment>
    ),
  )
}

/** The sentence for a site that has both, and for one that has one of them. */
interface LegalLinksProps {
  readonly both: string
  readonly terms: string
  readonly privacy: string
}
