import { memo } from "react"
import type { Route, RouteName } from "../../src/navigation/first-paint/model/routes.ts"
import { LegalLinks } from "../shared/first-paint/LegalLinks.tsx"
import { explainNetworks } from "../shared/first-paint/lazyFlows.ts"
import { useModal } from "../shared/first-paint/useModal.ts"
import { css } from "../styles/stitches.ts"
import { cardSize } from "../styles/tokens.ts"
import { Link } from "../ui/Link.tsx"

/** Footer of a view: the legal links, the help about networks, or nothing (specification section 2). */
export const Footer = memo(({ route }: { readonly route: Route }) => {
  const { options, core, run, text } = useModal()
  const footer = footers[route.name]
  const { termsConditionsUrl, privacyPolicyUrl } = options
  if (footer === "networks")
    return (
      <div className={foot()}>
        {text("networksBefore")}{" "}
        <Link kind="legal" onClick={() => run(explainNetworks)}>
          {text("whatIsANetwork")}
        </Link>
      </div>
    )
  if (footer !== "legal" || core.features.value.legalCheckbox || !(termsConditionsUrl || privacyPolicyUrl)) return null
  return (
    <div className={foot()}>
      <LegalLinks both={text("acceptBoth")} terms={text("acceptTerms")} privacy={text("acceptPrivacy")} />
    </div>
  )
})

/** Footers of the views that have one. */
const footers: Readonly<Partial<Record<RouteName, "legal" | "networks">>> = {
  Connect: "legal",
  ConnectWallets: "legal",
  Networks: "networks",
  OnRampProviders: "legal",
  OnRampTokenSelect: "legal",
  OnRampFiatSelect: "legal",
}

const foot = css({
  type: "small",
  flex: "none",
  padding: "16px 28px 20px",
  [`@media (max-height: ${cardSize.lowHeight}px)`]: { padding: "4px 20px 8px" },
  color: "var(--po-text-3)",
  textAlign: "center",
  textWrap: "balance",
  unicodeBidi: "plaintext",
})
