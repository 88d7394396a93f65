import { goBack } from "../../src/navigation/opening/flows.ts"
import { HelpPage } from "../help/HelpPage.tsx"
import onramp from "../locales/en/onramp.json" with { type: "json" }
import { useModal, useText } from "../shared/first-paint/useModal.ts"
import { Button } from "../ui/Button.tsx"
import { Card, Lock, Wallet } from "../ui/icons.tsx"

/** Help page about buying. */
export function WhatIsABuy() {
  const { run } = useModal()
  const text = useText({ onramp })
  return (
    <HelpPage
      of={[
        { icon: Card, heading: text("buyAnywhere"), text: text("buyAnywhereText") },
        { icon: Lock, heading: text("buyWithProvider"), text: text("buyWithProviderText") },
        { icon: Wallet, heading: text("buyYours"), text: text("buyYoursText") },
      ]}
    >
      <Button kind="primary" onClick={() => run(goBack())}>
        {text("back")}
      </Button>
    </HelpPage>
  )
}
