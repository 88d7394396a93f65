import { actions } from "../../src/account/state/actions.ts"
import account from "../locales/en/account.json" with { type: "json" }
import titles from "../locales/en/titles.json" with { type: "json" }
import { useModal, useSlice, useText } from "../shared/first-paint/useModal.ts"
import { Button } from "../ui/Button.tsx"

/** Button that opens the ways to fund the wallet. Renders nothing if there are none. */
export function FundButton() {
  const { run } = useModal()
  const text = useText({ account, titles })
  const { possible } = useSlice(actions)
  if (!(possible("onramp") || possible("receive") || possible("exchange"))) return null
  return (
    <Button kind="primary" onClick={() => run(async () => (await import("../../src/receive/flows.ts")).fundWallet())}>
      {text("fundWallet")}
    </Button>
  )
}
