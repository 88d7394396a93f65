import { helpPages } from "../../src/domain/help.ts"
import { showWalletsToGet } from "../../src/flows/help.ts"
import { help } from "../messages/en/help.ts"
import { Button } from "../ui/Button.tsx"
import { Key, Leave, Wallet, Wide } from "../ui/icons.tsx"
import { useModal, useText } from "../useModal.ts"
import { Points } from "./Points.tsx"

/** Help page about wallets. */
export function WhatIsAWallet() {
  const { run } = useModal()
  const text = useText(help)
  return (
    <Points
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
    </Points>
  )
}
