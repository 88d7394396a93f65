import { actions } from "../../src/account/state/actions.ts"
import { account as sentences } from "../messages/en/account.ts"
import { useModal, useSlice, useText } from "../shared/first-paint/useModal.ts"
import { Button } from "../ui/Button.tsx"

/** Button that leads to the ways to fund the wallet. Renders nothing if there are none. */
export function FundButton() {
  const { run } = useModal()
  const text = useText(sentences)
  const { possible } = useSlice(actions)
  if (!(possible("onramp") || possible("receive") || possible("exchange"))) return null
  return (
    <Button kind="primary" onClick={() => run(async () => (await import("../../src/receive/flows.ts")).fundWallet())}>
      {text("fundWallet")}
    </Button>
  )
}
