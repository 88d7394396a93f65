import type { Connection } from "../../src/connections/opening/model.ts"
import { unlockWallet } from "../../src/connections/operations/connections.ts"
import accountMessages from "../locales/en/account.json" with { type: "json" }
import connections from "../locales/en/connections.json" with { type: "json" }
import { useModal, useText } from "../shared/first-paint/useModal.ts"
import { useWalletName } from "../shared/useWalletName.ts"
import { WalletLogo } from "../ui/RemoteImage.tsx"
import { Row } from "../ui/Row.tsx"
import { CardRow, RowAction, SignOut, useBusy, useWalletIcon } from "./cardParts.tsx"

/** Card of the active wallet while it is locked. A click asks the wallet to unlock. A button disconnects it. */
export function LockedWallet({ namespace, connectorId }: Pick<Connection, "namespace" | "connectorId">) {
  const { run } = useModal()
  const text = useText({ connections, account: accountMessages })
  const one = { namespace, connectorId, accounts: [] }
  const wallet = useWalletName()(one)
  const mark = useWalletIcon(one, wallet)
  const busy = useBusy()
  return (
    <CardRow end={<SignOut connection={one} wallet={wallet} />}>
      <Row
        logo={<WalletLogo src={mark} name={wallet} />}
        second={text("asleep")}
        end={<RowAction>{text("reconnect")}</RowAction>}
        wrap
        data-connection={connectorId}
        {...busy(undefined)}
        onClick={() => run(unlockWallet({ namespace, connectorId }))}
      >
        {wallet}
      </Row>
    </CardRow>
  )
}
