import { signOutOfWallets } from "../../src/flows/connections.ts"
import { signingOut } from "../../src/state/signingOut.ts"
import { Power } from "../ui/icons.tsx"
import { Mark } from "../ui/Mark.tsx"
import { Row } from "../ui/Row.tsx"
import { useModal, useSlice } from "../useModal.ts"

/** Disconnect button. */
export function Leaving() {
  const { run, text } = useModal()
  const { busy } = useSlice(signingOut)
  return (
    <Row
      logo={<Mark icon={Power} color="error" />}
      busy={busy.value}
      data-action="disconnect"
      onClick={() => run(signOutOfWallets())}
    >
      {text(busy.value ? "disconnecting" : "disconnect")}
    </Row>
  )
}
