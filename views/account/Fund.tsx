import { actions } from "../../src/state/actions.ts"
import { account as sentences } from "../messages/en/account.ts"
import { Button } from "../ui/Button.tsx"
import { useModal, useSlice, useText } from "../useModal.ts"

/** The way to have something in the wallet, where the site and the network offer one. */
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
