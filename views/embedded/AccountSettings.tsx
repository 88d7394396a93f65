import { keepAccount } from "../../src/account/flows.ts"
import { account } from "../../src/account/state/account.ts"
import { actions } from "../../src/account/state/actions.ts"
import { latest } from "../../src/core/first-paint/loadable.ts"
import { truncateAddress } from "../../src/core/truncate.ts"
import { otherType } from "../../src/embedded/model/accountType.ts"
import { loginName } from "../../src/embedded/model/loginName.ts"
import { switchAccountType } from "../../src/embedded/operations/accountType.ts"
import { accountType } from "../../src/embedded/state.ts"
import { refreshLogin } from "../../src/embedded/steps/login.ts"
import { goTo } from "../../src/navigation/opening/flows.ts"
import { DisconnectButton } from "../account/DisconnectButton.tsx"
import embedded from "../locales/en/embedded.json" with { type: "json" }
import networkMessages from "../locales/en/network.json" with { type: "json" }
import titles from "../locales/en/titles.json" with { type: "json" }
import { CopyAddress } from "../shared/CopyAddress.tsx"
import { useModal, useSlice, useTask, useText } from "../shared/first-paint/useModal.ts"
import { useNetworkImage } from "../shared/useNetworkImage.ts"
import { css } from "../styles/stitches.ts"
import { ShortAddress } from "../ui/Address.tsx"
import { Avatar } from "../ui/Avatar.tsx"
import { Icon } from "../ui/Icon.tsx"
import { Key, Leave, Mail, Next, Swap } from "../ui/icons.tsx"
import { RemoteImage } from "../ui/RemoteImage.tsx"
import { Row } from "../ui/Row.tsx"
import { RowGroup } from "../ui/RowGroup.tsx"
import { RowIcon } from "../ui/RowIcon.tsx"

/** Settings of the embedded wallet. Renders nothing for any other wallet. */
export function AccountSettings() {
  const { core, run } = useModal()
  const text = useText({ embedded })
  const connection = core.connection.value
  const address = core.address.value
  useTask(() => refreshLogin, [connection?.connectorId])
  useTask(keepAccount, [address, core.network.value?.caipNetworkId])
  const auth = connection?.auth
  if (!auth || address === undefined) return null

  const { email } = auth
  return (
    <div className={frame()}>
      <Identity address={address} name={loginName(auth)} />
      {email && auth.name === "email" && (
        <RowGroup>
          <Row
            logo={<RowIcon icon={Leave} />}
            second={text("upgradeHint")}
            end={<More />}
            onClick={() => run(goTo({ name: "UpgradeEmailWallet" }))}
          >
            {text("upgrade")}
          </Row>
        </RowGroup>
      )}
      <RowGroup>
        {email && auth.name === "email" && (
          <Row
            logo={<RowIcon icon={Mail} />}
            second={text("email")}
            end={<More />}
            onClick={() => run(goTo({ name: "UpdateEmailWallet", email, redirectView: "AccountSettings" }))}
          >
            {email}
          </Row>
        )}
        <Network />
        <Type />
        <Sessions />
      </RowGroup>
      <RowGroup>
        <DisconnectButton />
      </RowGroup>
    </div>
  )
}

function Identity({ address, name: login }: { readonly address: string; readonly name: string | undefined }) {
  const { identity } = useSlice(account)
  const known = latest(identity.value)
  const mine = known?.of === address ? known : undefined
  const name = mine?.name ?? login
  return (
    <div className={who()}>
      <Avatar address={address} src={mine?.avatar} size={64} />
      {name && (
        <span className={called()}>
          <bdi>{name}</bdi>
        </span>
      )}
      <span className={short()}>
        <ShortAddress>{truncateAddress(address)}</ShortAddress>
        <CopyAddress size="small" address={address} />
      </span>
    </div>
  )
}

function Network() {
  const { core, run } = useModal()
  const text = useText({ embedded, network: networkMessages })
  const network = core.network.value
  const image = useNetworkImage(network)
  return (
    <Row
      logo={<RemoteImage src={image} name={network?.name ?? ""} size={40} />}
      second={text("network")}
      end={<More />}
      data-action="network"
      onClick={() => run(goTo({ name: "Networks" }))}
    >
      {network?.name ?? text("unsupportedNetwork")}
    </Row>
  )
}

/** Row that switches to the other account type. Renders nothing if that is not possible. */
function Type() {
  const { core, run } = useModal()
  const text = useText({ embedded })
  const { busy } = useSlice(accountType)
  const connection = core.connection.value
  const other = connection && otherType(connection)
  if (!other) return null
  return (
    <Row
      logo={<RowIcon icon={Swap} />}
      busy={busy.value}
      data-action="type"
      onClick={() =>
        run(switchAccountType(other, { done: () => text("switched"), failed: () => text("accountSwitchFailed") }))
      }
    >
      {text(other === "eoa" ? "switchToEoa" : "switchToSmartAccount")}
    </Row>
  )
}

/** Row that opens the smart sessions. Renders nothing if they are not available. */
function Sessions() {
  const { run } = useModal()
  const text = useText({ embedded, titles })
  const { possible } = useSlice(actions)
  if (!possible("sessions")) return null
  return (
    <Row
      logo={<RowIcon icon={Key} />}
      second={text("sessionsHint")}
      end={<More />}
      data-action="sessions"
      onClick={() => run(goTo({ name: "SmartSessionList" }))}
    >
      {text("smartSessions")}
    </Row>
  )
}

/** Icon of rows that open another view. */
function More() {
  return (
    <span className={more()}>
      <Icon of={Next} size={16} mirrored />
    </span>
  )
}

const frame = css({ display: "flex", flexDirection: "column", gap: "8px", padding: "0 8px 8px" })

const who = css({ display: "flex", flexDirection: "column", alignItems: "center", gap: "4px", paddingBlockEnd: "12px" })

const called = css({
  type: "heading",
  maxInlineSize: "100%",
  paddingInline: "12px",
  marginBlockStart: "8px",
  overflow: "hidden",
  textOverflow: "ellipsis",
  whiteSpace: "nowrap",
})

const short = css({ display: "flex", alignItems: "center", color: "var(--po-text-2)" })

const more = css({ display: "flex", color: "var(--po-text-3)" })
