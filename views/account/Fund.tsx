import { actions } from "../../src/state/actions.ts"
import { account as sentences } from "../messages/en/account.ts"
import { Button } from "../ui/Button.tsx"
import { useModal, useSlice, useText } from "../useModal.ts"

/** Button that leads to the ways to fund the wallet. Renders nothing if there are none. */
export function Fund() {
  const { run } = useModal()
  const text = useText(sentences)
  const { possible } = useSlice(actions)
  if (!(possible("onramp") || possible("receive") || possible("exchange"))) return null
  return (
    <Button kind="primary" onClick={() => run(async () => (await import("../../src/flows/receive.ts")).fundWallet())}>
      {text("fundWallet")}
    </Button>
  )
}
