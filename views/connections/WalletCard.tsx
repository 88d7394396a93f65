import { showAccount, switchTo } from "../../src/connections/flows/profileWallets.ts"
import type { Account, Connection } from "../../src/connections/opening/model.ts"
import { truncateAddress } from "../../src/core/truncate.ts"
import { goTo } from "../../src/navigation/opening/flows.ts"
import accountMessages from "../locales/en/account.json" with { type: "json" }
import connections from "../locales/en/connections.json" with { type: "json" }
import { CopyAddress } from "../shared/CopyAddress.tsx"
import { useModal, useText } from "../shared/first-paint/useModal.ts"
import { useExplorerUrl } from "../shared/useExplorerUrl.ts"
import { useWalletName } from "../shared/useWalletName.ts"
import { css } from "../styles/stitches.ts"
import { ShortAddress } from "../ui/Address.tsx"
import { IconButton } from "../ui/IconButton.tsx"
import { Leave, Settings } from "../ui/icons.tsx"
import { Row } from "../ui/Row.tsx"
import { RowGroup } from "../ui/RowGroup.tsx"
import { Tag } from "../ui/Tag.tsx"
import { AccountPicture, card, endSlot, RowAction, SignOut, useBusy, useIdentity, useWalletIcon } from "./cardParts.tsx"

interface CardProps {
  readonly connection: Connection
  readonly account: Account
  /** Whether this is the active account. */
  readonly used: boolean
  /** Whether this is the wallet's first account, which has the disconnect button. */
  readonly leads: boolean
}

/**
 * Card of a connected account. A click activates it. The card of the active account has further buttons, and a click on
 * it opens the account.
 */
export function WalletCard({ connection, account, used, leads }: CardProps) {
  const { run } = useModal()
  const text = useText({ connections, account: accountMessages })
  const { namespace, connectorId } = connection
  const { address, type } = account
  const wallet = useWalletName()(connection)
  const known = useIdentity(namespace, address)
  const mark = useWalletIcon(connection, wallet)
  const busy = useBusy()
  const messages = {
    wallet: () => text("walletSwitched"),
    account: () => text("accountSwitched"),
    failed: () => text("switchFailed"),
  }
  const short = <ShortAddress>{truncateAddress(address)}</ShortAddress>
  const kind = type && text(type)
  const whose = used && known.name !== undefined ? short : [!used && kind, wallet].filter(Boolean).join(" · ")
  return (
    <RowGroup hair="none">
      <div className={card({ used })}>
        <Row
          logo={<AccountPicture address={address} avatar={known.avatar} badge={mark} wallet={wallet} />}
          second={whose}
          end={used ? <Tag kind="accent">{text("active")}</Tag> : <RowAction>{text("switch")}</RowAction>}
          aria-current={used || undefined}
          wrap
          data-connection={connectorId}
          {...(used ? {} : busy(`switch:${namespace}:${connectorId}:${address}`))}
          onClick={() => run(used ? showAccount() : switchTo({ namespace, connectorId, address }, messages))}
        >
          {known.name ?? short}
        </Row>
        {used ? (
          <div className={tools()}>
            <span className={note()}>{[kind, known.name !== undefined && wallet].filter(Boolean).join(" · ")}</span>
            <Tools address={address} />
            {connection.auth && (
              <IconButton
                size="small"
                icon={Settings}
                name={text("settings")}
                onClick={() => run(goTo({ name: "AccountSettings" }))}
              />
            )}
            <SignOut connection={connection} wallet={wallet} />
          </div>
        ) : (
          leads && (
            <span className={endSlot()}>
              <SignOut connection={connection} wallet={wallet} />
            </span>
          )
        )}
      </div>
    </RowGroup>
  )
}

function Tools({ address }: { readonly address: string }) {
  const text = useText({ connections, account: accountMessages })
  const explorer = useExplorerUrl(address)
  return (
    <>
      <CopyAddress size="small" address={address} />
      {explorer && <IconButton size="small" icon={Leave} name={text("explorer")} href={explorer} />}
    </>
  )
}

const tools = css({
  display: "flex",
  alignItems: "center",
  gap: "4px",
  paddingBlockEnd: "8px",
  paddingInline: "64px 8px",
})

const note = css({
  type: "caption",
  flex: "1 1 0",
  minInlineSize: 0,
  overflow: "hidden",
  textOverflow: "ellipsis",
  whiteSpace: "nowrap",
  color: "var(--po-text-2)",
})
