import { keepAccount } from "../../src/account/flows.ts"
import { account } from "../../src/account/state/account.ts"
import { actions } from "../../src/account/state/actions.ts"
import { latest } from "../../src/core/first-paint/loadable.ts"
import { truncateAddress } from "../../src/core/truncate.ts"
import { loginName } from "../../src/embedded/model/loginName.ts"
import { goTo } from "../../src/navigation/opening/flows.ts"
import { transfers } from "../../src/send/state/transfers.ts"
import type { OutcomeMessages } from "../../src/send/steps/outcomes.ts"
import { TotalBalance } from "../balances/TotalBalance.tsx"
import accountMessages from "../locales/en/account.json" with { type: "json" }
import titles from "../locales/en/titles.json" with { type: "json" }
import { useDepositMessages } from "../pay/useDepositMessages.ts"
import { CopyAddress } from "../shared/CopyAddress.tsx"
import { useModal, useSlice, useTask, useText } from "../shared/first-paint/useModal.ts"
import { useExplorerUrl } from "../shared/useExplorerUrl.ts"
import { css } from "../styles/stitches.ts"
import { ShortAddress } from "../ui/Address.tsx"
import { Avatar } from "../ui/Avatar.tsx"
import { Button } from "../ui/Button.tsx"
import { Icon } from "../ui/Icon.tsx"
import { IconButton } from "../ui/IconButton.tsx"
import { Exchange, Leave, Named, Open, Past, Settings } from "../ui/icons.tsx"
import { Pressable } from "../ui/Pressable.tsx"
import { Row } from "../ui/Row.tsx"
import { RowGroup } from "../ui/RowGroup.tsx"
import { RowIcon } from "../ui/RowIcon.tsx"
import { AccountTabs } from "./AccountTabs.tsx"
import { Actions } from "./Actions.tsx"
import { DisconnectButton } from "./DisconnectButton.tsx"
import { LockedWallet } from "./LockedWallet.tsx"

/** Overview of the active account: identity, balance, actions, holdings and activity. Without an address, renders `LockedWallet`. */
export function Account() {
  const { core, run } = useModal()
  const text = useText({ account: accountMessages, titles })
  const { possible } = useSlice(actions)
  const { identity } = useSlice(account)
  const known = latest(identity.value)
  const address = core.address.value
  const network = core.network.value
  useTask(keepAccount, [address, network?.caipNetworkId])
  useOutcomes()
  useDeposits()
  if (address === undefined) return <LockedWallet />

  const { auth } = core.connection.value ?? {}
  return (
    <div className={frame()}>
      <Identity address={address} />
      <TotalBalance />
      <Actions />
      <AccountTabs />
      <RowGroup>
        {possible("exchange") && (
          <Row
            logo={<RowIcon icon={Exchange} />}
            data-action="exchange"
            onClick={() => run(async () => (await import("../../src/receive/flows.ts")).openDeposit())}
          >
            {text("deposit")}
          </Row>
        )}
        {possible("names") && known?.of === address && known.name === undefined && (
          <Row logo={<RowIcon icon={Named} />} onClick={() => run(goTo({ name: "ChooseAccountName" }))}>
            {text("nameAccount")}
          </Row>
        )}
        {auth && (
          <Row
            logo={<RowIcon icon={Settings} />}
            data-action="settings"
            onClick={() => run(goTo({ name: "AccountSettings" }))}
          >
            {text("settings")}
          </Row>
        )}
        {!auth && <DisconnectButton />}
      </RowGroup>
      {network === undefined && (
        <Button kind="primary" onClick={() => run(goTo({ name: "Networks" }))}>
          {text("switchNetwork")}
        </Button>
      )}
    </div>
  )
}

/** Header button that opens the account's smart sessions. Renders nothing if they are not available, or without an account. */
export function SessionsButton() {
  const { core, run } = useModal()
  const text = useText({ account: accountMessages, titles })
  const { possible } = useSlice(actions)
  if (!possible("sessions") || core.address.value === undefined) return null
  return <IconButton name={text("smartSessions")} icon={Past} onClick={() => run(goTo({ name: "SmartSessionList" }))} />
}

/** Shows the outcomes of sent transactions in snacks, including those of earlier visits. */
const useOutcomes = () => {
  const text = useText({ account: accountMessages })
  const { unreported } = useSlice(transfers)
  const messages: OutcomeMessages = {
    sent: {
      confirmed: (of) => text("sentConfirmed", of),
      failed: (of) => text("sentFailed", of),
      replaced: (of) => text("sentReplaced", of),
      different: (of) => text("sentDifferent", of),
    },
    swapped: {
      confirmed: (of) => text("swapConfirmed", of),
      failed: (of) => text("swapFailed", of),
      replaced: (of) => text("swapReplaced", of),
      different: (of) => text("swapDifferent", of),
    },
  }
  useTask(
    () => async () => (await import("../../src/send/steps/outcomes.ts")).reportOutcomes(messages),
    [unreported.value.length],
  )
}

/** Resumes exchange deposits that were pending when the page was left. */
const useDeposits = () => {
  const { possible } = useSlice(actions)
  const messages = useDepositMessages()
  const on = possible("exchange")
  useTask(
    () => (on ? async () => (await import("../../src/pay/flows/deposit.ts")).resumeDeposit(messages) : undefined),
    [on],
  )
}

function Identity({ address }: { readonly address: string }) {
  const { core, run } = useModal()
  const text = useText({ account: accountMessages, titles })
  const { identity } = useSlice(account)
  const known = latest(identity.value)
  const mine = known?.of === address ? known : undefined
  const auth = core.connection.value?.auth
  const shown = mine?.name ?? (auth && loginName(auth))
  const explorer = useExplorerUrl(address)
  return (
    <div className={who()}>
      <Avatar address={address} src={mine?.avatar} size={40} />
      <Pressable className={names()} title={text("wallets")} onClick={() => run(goTo({ name: "ProfileWallets" }))}>
        <span className={first()}>
          <span className={name()}>
            {shown ? <bdi>{shown}</bdi> : <ShortAddress>{truncateAddress(address)}</ShortAddress>}
          </span>
          <Icon of={Open} size={16} />
        </span>
        {shown && <ShortAddress>{truncateAddress(address)}</ShortAddress>}
      </Pressable>
      {explorer && !auth && <IconButton name={text("explorer")} icon={Leave} href={explorer} />}
      <CopyAddress address={address} />
    </div>
  )
}

const frame = css({ display: "flex", flexDirection: "column", gap: "8px", padding: "0 8px 8px" })
const who = css({
  display: "flex",
  alignItems: "center",
  gap: "12px",
  // Pulls the two icon buttons together.
  "& > :last-child:nth-child(n + 4)": { marginInlineStart: "-12px" },
  paddingInline: "12px 2px",
})
const names = css({
  flex: 1,
  minInlineSize: 0,
  minBlockSize: "44px",
  display: "flex",
  flexDirection: "column",
  alignItems: "flex-start",
  justifyContent: "center",
  round: 2.5,
  color: "var(--po-text-2)",
  textAlign: "start",
  "&:focus-visible": { ring: "out" },
  "@hover": { "&:hover": { color: "var(--po-text)" } },
})
const first = css({ display: "flex", alignItems: "center", gap: "4px", maxInlineSize: "100%" })
const name = css({
  type: "heading",
  maxInlineSize: "100%",
  color: "var(--po-text)",
  overflow: "hidden",
  textOverflow: "ellipsis",
  whiteSpace: "nowrap",
})
