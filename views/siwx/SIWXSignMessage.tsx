import { useState } from "react"
import { formatDateTime } from "../../src/core/dates.ts"
import { latest } from "../../src/core/first-paint/loadable.ts"
import { truncateAddress } from "../../src/core/truncate.ts"
import { siwx } from "../../src/siwx/first-paint/state.ts"
import { cancelSignIn } from "../../src/siwx/flows/cancelSignIn.ts"
import { prepareMessage, signShownMessage } from "../../src/siwx/flows/signIn.ts"
import { belongsTo } from "../../src/siwx/model/message.ts"
import { findConnector } from "../../src/wallets/first-paint/model/connector.ts"
import { wallets } from "../../src/wallets/first-paint/state/wallets.ts"
import siwxMessages from "../locales/en/siwx.json" with { type: "json" }
import { Attempt } from "../shared/Attempt.tsx"
import { useModal, useSlice, useTask, useText } from "../shared/first-paint/useModal.ts"
import { useWalletImage } from "../shared/first-paint/useWalletImage.ts"
import { VisuallyHidden } from "../shared/LiveRegion.tsx"
import { useNetworkImage } from "../shared/useNetworkImage.ts"
import { useWalletName } from "../shared/useWalletName.ts"
import { css } from "../styles/stitches.ts"
import { ShortAddress } from "../ui/Address.tsx"
import { Avatar } from "../ui/Avatar.tsx"
import { Button, Pair } from "../ui/Button.tsx"
import { Icon } from "../ui/Icon.tsx"
import { Lock, Message, Open, Retry } from "../ui/icons.tsx"
import { Facts, KeyValue } from "../ui/KeyValue.tsx"
import { RemoteImage } from "../ui/RemoteImage.tsx"
import { Row } from "../ui/Row.tsx"
import { RowGroup } from "../ui/RowGroup.tsx"
import { Sentence } from "../ui/Text.tsx"

/** View that shows and explains the message to sign before the wallet is prompted. */
export function SIWXSignMessage() {
  const { core, run, site: siteOf } = useModal()
  const site = siteOf()
  const text = useText({ siwx: siwxMessages })
  const { message, required, busy, elsewhere } = useSlice(siwx)
  const { installed } = useSlice(wallets)
  const picture = useWalletImage()
  const walletName = useWalletName()
  const [network, address] = [core.network.value, core.address.value]
  const connection = core.connection.value
  useTask(() => prepareMessage(), [network?.caipNetworkId, address])

  const connectorId = connection?.connectorId ?? ""
  const connector = connection && findConnector(installed.value, connectorId, connection.namespace)
  const failed = message.value.status === "failed"
  const latestMessage = latest(message.value)
  // A message for another account or network is not shown.
  const requested =
    latestMessage &&
    network &&
    address &&
    belongsTo(latestMessage, { chainId: network.caipNetworkId, accountAddress: address })
      ? latestMessage
      : undefined
  const host = elsewhere.value
  const astray = requested && host !== undefined ? { domain: requested.domain, host } : undefined
  return (
    <div className={frame()}>
      <Attempt
        state={failed || astray ? "declined" : "waiting"}
        wallet={walletName(connection)}
        picture={picture({ ...connector, connectorId })}
        urgent={astray !== undefined}
        heading={astray ? text("signElsewhere", { domain: astray.domain }) : text(failed ? "noMessage" : "prove")}
        hint={
          astray
            ? text("signElsewhereHint", astray)
            : failed
              ? text("noMessageHint")
              : site.name
                ? text("proveHint", { site: site.name })
                : text("proveHintHere")
        }
      />
      {requested && (
        <div className={near()}>
          <RowGroup>
            <Facts>
              <KeyValue name={text("signSite")}>
                <span className={value()}>
                  {requested.uri.startsWith("https:") && !astray && (
                    <span className={safe()}>
                      <Icon of={Lock} size={16} />
                    </span>
                  )}
                  <bdi dir="ltr">{requested.domain}</bdi>
                </span>
              </KeyValue>
              <KeyValue name={text("signAccount")}>
                <span className={value()}>
                  <Avatar address={requested.accountAddress} size={24} />
                  <ShortAddress>{truncateAddress(requested.accountAddress)}</ShortAddress>
                </span>
              </KeyValue>
              <Network />
              {requested.expirationTime && (
                <KeyValue name={text("validUntil")}>
                  {formatDateTime(requested.expirationTime, core.locale.value)}
                </KeyValue>
              )}
            </Facts>
            <Whole>{requested.toString()}</Whole>
          </RowGroup>
        </div>
      )}
      <Pair>
        <Button busy={busy.value === "cancelling"} onClick={() => run(cancelSignIn())}>
          {text(busy.value === "cancelling" ? "cancelling" : "cancel")}
        </Button>
        {failed ? (
          <Button kind="primary" icon={Retry} onClick={() => run(prepareMessage())}>
            {text("tryAgain")}
          </Button>
        ) : (
          <Button
            kind={astray ? "danger" : "primary"}
            busy={busy.value === "signing"}
            disabled={!requested || busy.value === "cancelling"}
            onClick={() => run(signShownMessage())}
          >
            {text(busy.value === "signing" ? "signing" : "sign")}
          </Button>
        )}
      </Pair>
      <VisuallyHidden>{busy.value === "signing" && text("signing")}</VisuallyHidden>
      {required.value && (
        <Sentence kind="caption" center>
          {text("cancellingDisconnects")}
        </Sentence>
      )}
    </div>
  )
}

function Network() {
  const { core } = useModal()
  const text = useText({ siwx: siwxMessages })
  const network = core.network.value
  const image = useNetworkImage(network)
  return (
    <KeyValue name={text("signNetwork")}>
      <span className={value()}>
        <RemoteImage src={image} name={network?.name ?? ""} size={24} />
        {network?.name}
      </span>
    </KeyValue>
  )
}

/** Row that expands to the full message. */
function Whole({ children }: { readonly children: string }) {
  const text = useText({ siwx: siwxMessages })
  const [shown, setShown] = useState(false)
  return (
    <div>
      <Row
        logo={<Icon of={Message} />}
        end={
          <span className={turn({ shown })}>
            <Icon of={Open} />
          </span>
        }
        aria-expanded={shown}
        onClick={() => setShown(!shown)}
      >
        {text("fullMessage")}
      </Row>
      {shown && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: visitors scroll a long message by keyboard too
        <section className={whole()} dir="auto" tabIndex={0} aria-label={text("fullMessage")}>
          {children}
        </section>
      )}
    </div>
  )
}

const frame = css({ display: "flex", flexDirection: "column", gap: "8px", padding: "0 8px 16px" })

const near = css({ marginBlockStart: "-12px" })

const value = css({ display: "inline-flex", alignItems: "center", gap: "8px" })

const safe = css({ color: "var(--po-success)", display: "flex" })

const turn = css({ display: "flex", variants: { shown: { true: { rotate: "180deg" } } } })

const whole = css({
  type: "mono",
  margin: 0,
  padding: "0 12px 12px",
  maxBlockSize: "240px",
  overflow: "auto",
  whiteSpace: "pre-wrap",
  overflowWrap: "anywhere",
  color: "var(--po-text-2)",
})
