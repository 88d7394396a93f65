import { signOutOfWallets } from "../../src/connections/operations/connections.ts"
import { signingOut } from "../../src/connections/state/signingOut.ts"
import account from "../locales/en/account.json" with { type: "json" }
import { useModal, useSlice, useText } from "../shared/first-paint/useModal.ts"
import { Power } from "../ui/icons.tsx"
import { Row } from "../ui/Row.tsx"
import { RowIcon } from "../ui/RowIcon.tsx"

/** Row that disconnects the active wallet or, without multi-wallet, all wallets of its namespace. */
export function DisconnectButton() {
  const { run } = useModal()
  const text = useText({ account })
  const { busy } = useSlice(signingOut)
  return (
    <Row
      logo={<RowIcon icon={Power} color="error" />}
      busy={busy.value}
      data-action="disconnect"
      onClick={() => run(signOutOfWallets())}
    >
      {text(busy.value ? "disconnecting" : "disconnect")}
    </Row>
  )
}
