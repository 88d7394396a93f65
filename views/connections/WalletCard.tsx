import type { ReactNode } from "react"
import { account as accounts } from "../../src/account/state/account.ts"
import { connecting } from "../../src/connections/first-paint/state.ts"
import { connectAgain, forget, showAccount, signOutOf, switchTo } from "../../src/connections/flows/profileWallets.ts"
import type { RecentConnection } from "../../src/connections/model/switching.ts"
import type { Account, Connection } from "../../src/connections/opening/model.ts"
import { unlockWallet } from "../../src/connections/operations/connections.ts"
import { profileWallets as slice } from "../../src/connections/state/profileWallets.ts"
import { formatRelative } from "../../src/core/dates.ts"
import { latest } from "../../src/core/first-paint/loadable.ts"
import { truncateAddress } from "../../src/core/format.ts"
import { isSocial } from "../../src/embedded/first-paint/model.ts"
import { goTo } from "../../src/navigation/opening/flows.ts"
import type { Namespace } from "../../src/options/namespaces.ts"
import { findConnector } from "../../src/wallets/first-paint/model/wallet.ts"
import { wallets } from "../../src/wallets/first-paint/state/wallets.ts"
import { useSocialLogin } from "../embedded/first-paint/useSocialLogin.ts"
import accountMessages from "../locales/en/account.json" with { type: "json" }
import connections from "../locales/en/connections.json" with { type: "json" }
import { CopyAddress } from "../shared/CopyAddress.tsx"
import { useModal, useSlice, useText } from "../shared/first-paint/useModal.ts"
import { useWalletImage } from "../shared/first-paint/useWalletImage.ts"
import { useExplorerUrl } from "../shared/useExplorerUrl.ts"
import { useWalletName } from "../shared/useWalletName.ts"
import { css } from "../styles/stitches.ts"
import { ShortAddress } from "../ui/Address.tsx"
import { Avatar } from "../ui/Avatar.tsx"
import { BadgedPicture } from "../ui/BadgedPicture.tsx"
import { IconButton } from "../ui/IconButton.tsx"
import { Forget, Leave, Power, Settings } from "../ui/icons.tsx"
import { WalletLogo } from "../ui/RemoteImage.tsx"
import { Row } from "../ui/Row.tsx"
import { RowGroup } from "../ui/RowGroup.tsx"
import { Tag } from "../ui/Tag.tsx"

interface CardProps {
  readonly connection: Connection
  readonly account: Account
  /** Whether it is the active account. */
  readonly used: boolean
  /** Whether it is the wallet's first account, which has the disconnect button. */
  readonly leads: boolean
}

/**
 * A connected account. A click activates it. A click on the active one, which also has its own buttons, opens the
 * account.
 */
export function WalletCard({ connection, account, used, leads }: CardProps) {
  const { run } = useModal()
  const text = useText({ connections, account: accountMessages })
  const { namespace, connectorId } = connection
  const { address, type } = account
  const wallet = useWalletName()(connection)
  const known = useIdentity(namespace, address)
  const mark = useMark(connection, wallet)
  const busy = useBusy()
  const told = {
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
          logo={<Face address={address} avatar={known.avatar} badge={mark} wallet={wallet} />}
          second={whose}
          end={used ? <Tag kind="accent">{text("active")}</Tag> : <Act>{text("switch")}</Act>}
          aria-current={used || undefined}
          wrap
          data-connection={connectorId}
          {...(used ? {} : busy(`switch:${namespace}:${connectorId}:${address}`))}
          onClick={() => run(used ? showAccount() : switchTo({ namespace, connectorId, address }, told))}
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
            <span className={way()}>
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

/** A recent connection. A click reconnects it. */
export function RecentWallet({ recent }: { readonly recent: RecentConnection }) {
  const { core, run } = useModal()
  const text = useText({ connections, account: accountMessages })
  const { namespace, connectorId, name } = recent
  const address = recent.accounts[0]?.address ?? ""
  const known = useIdentity(namespace, address)
  const mark = useMark(recent, name)
  const busy = useBusy()
  const one = { namespace, connectorId, address }
  const logIn = useSocialLogin({ namespace, account: address })
  const social = recent.auth?.name
  const told = { done: () => text("walletDeleted"), failed: () => text("disconnectFailed") }
  return (
    <Line
      end={
        <IconButton
          size="small"
          icon={Forget}
          name={text("forgetWallet", { wallet: name })}
          {...busy(`forget:${namespace}:${connectorId}:${address}`)}
          onClick={() => run(forget(one, told))}
        />
      }
    >
      <Row
        logo={<Face address={address} avatar={known.avatar} badge={mark} wallet={name} />}
        second={`${name} · ${formatRelative(recent.at, Date.now(), core.locale.value)}`}
        end={<Act>{text("connect")}</Act>}
        wrap
        data-connection={connectorId}
        {...busy(undefined)}
        onClick={() => (isSocial(social) ? logIn(social) : run(connectAgain(one, name)))}
      >
        {known.name ?? <ShortAddress>{truncateAddress(address)}</ShortAddress>}
      </Row>
    </Line>
  )
}

/** The active wallet while it is locked. A click unlocks it. */
export function LockedWallet({ namespace, connectorId }: Pick<Connection, "namespace" | "connectorId">) {
  const { run } = useModal()
  const text = useText({ connections, account: accountMessages })
  const one = { namespace, connectorId, accounts: [] }
  const wallet = useWalletName()(one)
  const mark = useMark(one, wallet)
  const busy = useBusy()
  return (
    <Line end={<SignOut connection={one} wallet={wallet} />}>
      <Row
        logo={<WalletLogo src={mark} name={wallet} />}
        second={text("asleep")}
        end={<Act>{text("reconnect")}</Act>}
        wrap
        data-connection={connectorId}
        {...busy(undefined)}
        onClick={() => run(unlockWallet({ namespace, connectorId }))}
      >
        {wallet}
      </Row>
    </Line>
  )
}

function SignOut({ connection, wallet }: { readonly connection: Connection; readonly wallet: string }) {
  const { core, run } = useModal()
  const text = useText({ connections, account: accountMessages })
  const busy = useBusy()
  const { namespace, connectorId } = connection
  // Without multi-wallet, other connections of the namespace are not visible, so they end too.
  const one = { namespace, ...(core.remoteFeatures.value.multiWallet && { connectorId }) }
  const told = { done: () => text("walletDisconnected"), failed: () => text("disconnectFailed") }
  return (
    <IconButton
      size="small"
      icon={Power}
      name={text("disconnectWallet", { wallet })}
      {...busy(`end:${namespace}:${one.connectorId ?? ""}`)}
      onClick={() => run(signOutOf(one, told))}
    />
  )
}

function Face({
  address,
  avatar,
  badge,
  wallet,
}: {
  readonly address: string
  readonly avatar: string | undefined
  readonly badge: string | undefined
  readonly wallet: string
}) {
  return (
    <BadgedPicture badge={{ src: badge, name: wallet }}>
      <Avatar address={address} src={avatar} />
    </BadgedPicture>
  )
}

function Line({ end, children }: { readonly end: ReactNode; readonly children: ReactNode }) {
  return (
    <RowGroup hair="none">
      <div className={card()}>
        {children}
        {end && <span className={way()}>{end}</span>}
      </div>
    </RowGroup>
  )
}

/** Action of a row, styled as a button because the whole row is one. */
function Act({ children }: { readonly children: string }) {
  return <span className={act()}>{children}</span>
}

/** Name and picture of an account, as far as known. */
const useIdentity = (namespace: Namespace, address: string): { readonly name?: string; readonly avatar?: string } => {
  const { identities } = useSlice(slice)
  const inUse = latest(useSlice(accounts).identity.value)
  return identities.value[`${namespace}:${address}`] ?? (inUse?.of === address ? inUse : {})
}

/** Icon of a connection's wallet: of this page, or a recent one over WalletConnect. */
const useMark = ({ namespace, connectorId }: Pick<Connection, "namespace" | "connectorId">, name: string) => {
  const { installed } = useSlice(wallets)
  const { recentWallets } = useSlice(connecting)
  const image = useWalletImage()
  const here = findConnector(installed.value, connectorId, namespace)
  const reached = recentWallets.value.find((wallet) => wallet.name === name)
  return image({ ...(here?.imageUrl === undefined && reached ? reached : here), connectorId })
}

/** Props of a control while an action runs: busy if it is its own, else disabled. */
const useBusy = () => {
  const { busy } = useSlice(slice)
  const now = busy.value
  return (own: string | undefined) => (now === undefined ? {} : now === own ? { busy: true } : { disabled: true })
}

const card = css({
  display: "flex",
  alignItems: "center",
  borderRadius: "inherit",
  "& > button": { flex: "1 1 0", minInlineSize: 0 },
  variants: {
    used: {
      true: {
        flexDirection: "column",
        alignItems: "stretch",
        "& > button": { flex: "none" },
        "&::after": {
          content: '""',
          position: "absolute",
          inset: 0,
          borderRadius: "inherit",
          border: "1.5px solid var(--po-accent-text)",
          pointerEvents: "none",
        },
      },
    },
  },
})

const way = css({ flex: "none", paddingInlineEnd: "8px" })

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

const act = css({
  type: "label",
  round: 2.5,
  display: "block",
  minBlockSize: "36px",
  padding: "8px 12px",
  background: "var(--po-hover)",
  color: "var(--po-text)",
  "@hover": { "[data-connection]:hover &": { background: "var(--po-press)" } },
  "@forced": { border: "1px solid", padding: "7px 11px" },
  "@contrast": { border: "1px solid var(--po-bound)", padding: "7px 11px" },
})
