import type { ReactNode } from "react"
import { account as accounts } from "../../src/account/state/account.ts"
import { connecting } from "../../src/connections/first-paint/state.ts"
import { signOutOf } from "../../src/connections/flows/profileWallets.ts"
import type { Connection } from "../../src/connections/opening/model.ts"
import { profileWallets as slice } from "../../src/connections/state/profileWallets.ts"
import { latest } from "../../src/core/first-paint/loadable.ts"
import type { Namespace } from "../../src/options/namespaces.ts"
import { findConnector } from "../../src/wallets/first-paint/model/connector.ts"
import { wallets } from "../../src/wallets/first-paint/state/wallets.ts"
import accountMessages from "../locales/en/account.json" with { type: "json" }
import connections from "../locales/en/connections.json" with { type: "json" }
import { useModal, useSlice, useText } from "../shared/first-paint/useModal.ts"
import { useWalletImage } from "../shared/first-paint/useWalletImage.ts"
import { css } from "../styles/stitches.ts"
import { Avatar } from "../ui/Avatar.tsx"
import { BadgedPicture } from "../ui/BadgedPicture.tsx"
import { IconButton } from "../ui/IconButton.tsx"
import { Power } from "../ui/icons.tsx"
import { RowGroup } from "../ui/RowGroup.tsx"

/** Button that disconnects a wallet or, without multi-wallet, all wallets of its namespace. */
export function SignOut({ connection, wallet }: { readonly connection: Connection; readonly wallet: string }) {
  const { core, run } = useModal()
  const text = useText({ connections, account: accountMessages })
  const busy = useBusy()
  const { namespace, connectorId } = connection
  // Without multi-wallet, other connections of the namespace are not visible, so they end too.
  const one = { namespace, ...(core.remoteFeatures.value.multiWallet && { connectorId }) }
  const messages = { done: () => text("walletDisconnected"), failed: () => text("walletDisconnectFailed") }
  return (
    <IconButton
      size="small"
      icon={Power}
      name={text("disconnectWallet", { wallet })}
      {...busy(`end:${namespace}:${one.connectorId ?? ""}`)}
      onClick={() => run(signOutOf(one, messages))}
    />
  )
}

/** Picture of an account, with the icon of its wallet. */
export function AccountPicture({
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

/** Card with a row, and a button at its end. */
export function CardRow({ end, children }: { readonly end: ReactNode; readonly children: ReactNode }) {
  return (
    <RowGroup hair="none">
      <div className={card()}>
        {children}
        {end && <span className={endSlot()}>{end}</span>}
      </div>
    </RowGroup>
  )
}

/** Label of a row's action. It looks like a button, but the whole row is the button. */
export function RowAction({ children }: { readonly children: string }) {
  return <span className={act()}>{children}</span>
}

/** Returns the name and picture of an account, as far as they are known. */
export const useIdentity = (
  namespace: Namespace,
  address: string,
): { readonly name?: string; readonly avatar?: string } => {
  const { identities } = useSlice(slice)
  const inUse = latest(useSlice(accounts).identity.value)
  return identities.value[`${namespace}:${address}`] ?? (inUse?.of === address ? inUse : {})
}

/**
 * Returns the icon URL of a connection's wallet: of a wallet on this page, or of a recent wallet with the same name.
 */
export const useWalletIcon = (
  { namespace, connectorId }: Pick<Connection, "namespace" | "connectorId">,
  name: string,
) => {
  const { installed } = useSlice(wallets)
  const { recentWallets } = useSlice(connecting)
  const image = useWalletImage()
  const here = findConnector(installed.value, connectorId, namespace)
  const reached = recentWallets.value.find((wallet) => wallet.name === name)
  return image({ ...(here?.imageUrl === undefined && reached ? reached : here), connectorId })
}

/** Returns a function that returns the props of a control: busy while the control's own action runs, disabled while another action does. */
export const useBusy = () => {
  const { busy } = useSlice(slice)
  const now = busy.value
  return (own: string | undefined) => (now === undefined ? {} : now === own ? { busy: true } : { disabled: true })
}

export const card = css({
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

export const endSlot = css({ flex: "none", paddingInlineEnd: "8px" })

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
