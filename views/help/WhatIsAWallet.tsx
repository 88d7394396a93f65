import { showWalletsToGet } from "../../src/help/flows.ts"
import { helpPages } from "../../src/help/model.ts"
import help from "../locales/en/help.json" with { type: "json" }
import titles from "../locales/en/titles.json" with { type: "json" }
import { useModal, useText } from "../shared/first-paint/useModal.ts"
import { Button } from "../ui/Button.tsx"
import { Key, Leave, Wallet, Wide } from "../ui/icons.tsx"
import { HelpPage } from "./HelpPage.tsx"

/** Help page about wallets. */
export function WhatIsAWallet() {
  const { run } = useModal()
  const text = useText({ help, titles })
  return (
    <HelpPage
      of={[
        { icon: Key, heading: text("walletSignsIn"), text: text("walletSignsInText") },
        { icon: Wallet, heading: text("walletHolds"), text: text("walletHoldsText") },
        { icon: Wide, heading: text("walletLeads"), text: text("walletLeadsText") },
      ]}
    >
      <Button kind="primary" icon={Wallet} onClick={() => run(showWalletsToGet())}>
        {text("getAWallet")}
      </Button>
      <Button icon={Leave} href={helpPages.wallets}>
        {text("learnMore")}
      </Button>
    </HelpPage>
  )
}
