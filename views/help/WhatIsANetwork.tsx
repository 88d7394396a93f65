import { helpPages } from "../../src/help/model.ts"
import help from "../locales/en/help.json" with { type: "json" }
import { useText } from "../shared/first-paint/useModal.ts"
import { Button } from "../ui/Button.tsx"
import { Leave, Linked, Stacked, Swap } from "../ui/icons.tsx"
import { HelpPage } from "./HelpPage.tsx"

/** Help page about networks. */
export function WhatIsANetwork() {
  const text = useText({ help })
  return (
    <HelpPage
      of={[
        { icon: Linked, heading: text("networkKeeps"), text: text("networkKeepsText") },
        { icon: Stacked, heading: text("networkDiffers"), text: text("networkDiffersText") },
        { icon: Swap, heading: text("networkParts"), text: text("networkPartsText") },
      ]}
    >
      <Button kind="primary" icon={Leave} href={helpPages.networks}>
        {text("learnMore")}
      </Button>
    </HelpPage>
  )
}
