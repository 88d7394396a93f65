import { helpPages } from "../../src/domain/help.ts"
import { help } from "../messages/en/help.ts"
import { Button } from "../ui/Button.tsx"
import { Leave, Linked, Stacked, Swap } from "../ui/icons.tsx"
import { useText } from "../useModal.ts"
import { Points } from "./Points.tsx"

/** Help page about networks. */
export function WhatIsANetwork() {
  const text = useText(help)
  return (
    <Points
      of={[
        { icon: Linked, heading: text("networkKeeps"), text: text("networkKeepsText") },
        { icon: Stacked, heading: text("networkDiffers"), text: text("networkDiffersText") },
        { icon: Swap, heading: text("networkParts"), text: text("networkPartsText") },
      ]}
    >
      <Button kind="primary" icon={Leave} href={helpPages.networks}>
        {text("learnMore")}
      </Button>
    </Points>
  )
}
