import { connectAgain, forget } from "../../src/connections/flows/profileWallets.ts"
import type { RecentConnection } from "../../src/connections/model/switching.ts"
import { formatRelative } from "../../src/core/dates.ts"
import { truncateAddress } from "../../src/core/truncate.ts"
import { isSocial } from "../../src/embedded/first-paint/model/socialLogins.ts"
import { useSocialLogin } from "../embedded/first-paint/useSocialLogin.ts"
import accountMessages from "../locales/en/account.json" with { type: "json" }
import connections from "../locales/en/connections.json" with { type: "json" }
import { useModal, useText } from "../shared/first-paint/useModal.ts"
import { ShortAddress } from "../ui/Address.tsx"
import { IconButton } from "../ui/IconButton.tsx"
import { Forget } from "../ui/icons.tsx"
import { Row } from "../ui/Row.tsx"
import { AccountPicture, CardRow, RowAction, useBusy, useIdentity, useWalletIcon } from "./cardParts.tsx"

/** Card of a recent connection. A click reconnects it. A button forgets it. */
export function RecentWallet({ recent }: { readonly recent: RecentConnection }) {
  const { core, run } = useModal()
  const text = useText({ connections, account: accountMessages })
  const { namespace, connectorId, name } = recent
  const address = recent.accounts[0]?.address ?? ""
  const known = useIdentity(namespace, address)
  const mark = useWalletIcon(recent, name)
  const busy = useBusy()
  const one = { namespace, connectorId, address }
  const logIn = useSocialLogin({ namespace, account: address })
  const social = recent.auth?.name
  const messages = { done: () => text("walletDeleted"), failed: () => text("walletDisconnectFailed") }
  return (
    <CardRow
      end={
        <IconButton
          size="small"
          icon={Forget}
          name={text("forgetWallet", { wallet: name })}
          {...busy(`forget:${namespace}:${connectorId}:${address}`)}
          onClick={() => run(forget(one, messages))}
        />
      }
    >
      <Row
        logo={<AccountPicture address={address} avatar={known.avatar} badge={mark} wallet={name} />}
        second={`${name} · ${formatRelative(recent.at, Date.now(), core.locale.value)}`}
        end={<RowAction>{text("connect")}</RowAction>}
        wrap
        data-connection={connectorId}
        {...busy(undefined)}
        onClick={() => (isSocial(social) ? logIn(social) : run(connectAgain(one, name)))}
      >
        {known.name ?? <ShortAddress>{truncateAddress(address)}</ShortAddress>}
      </Row>
    </CardRow>
  )
}
