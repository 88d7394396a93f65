import { useEffect, useRef, useState } from "react"
import { latest } from "../../src/core/first-paint/loadable.ts"
import { goBack } from "../../src/navigation/opening/flows.ts"
import { confirmSend, reviewSend, takeReceiver } from "../../src/send/flows.ts"
import { sending as times } from "../../src/send/limits.ts"
import { isSevere, type PastReceiver, type ReceiverWarning } from "../../src/send/model/receiver.ts"
import type { Prepared } from "../../src/send/model/transfer.ts"
import { type FoundReceiver, send } from "../../src/send/state/form.ts"
import sendMessages from "../locales/en/send.json" with { type: "json" }
import { useModal, useSlice, useTask, useText } from "../shared/first-paint/useModal.ts"
import { VisuallyHidden } from "../shared/LiveRegion.tsx"
import { ReviewAmount } from "../shared/ReviewAmount.tsx"
import { useNetworkImage } from "../shared/useNetworkImage.ts"
import { useWalletName } from "../shared/useWalletName.ts"
import { css } from "../styles/stitches.ts"
import { WholeAddress } from "../ui/Address.tsx"
import { Alert } from "../ui/Alert.tsx"
import { Avatar } from "../ui/Avatar.tsx"
import { Button, Pair } from "../ui/Button.tsx"
import { Callout } from "../ui/Callout.tsx"
import { Note as NoteMark } from "../ui/icons.tsx"
import { Facts, KeyValue } from "../ui/KeyValue.tsx"
import { RemoteImage } from "../ui/RemoteImage.tsx"
import { RowGroup } from "../ui/RowGroup.tsx"
import { Tag } from "../ui/Tag.tsx"
import { Check } from "../ui/Toggle.tsx"
import { TokenIcon } from "../ui/TokenIcon.tsx"
import { useSendMessages } from "./useSendMessages.ts"

/** Review of a transfer before the wallet is prompted. Renders nothing unless a transfer to the found recipient is prepared. */
export function WalletSendPreview() {
  const { found, cost } = useSlice(send)
  const prepared = latest(cost.value)
  const receiver = latest(found.value)
  useTask(() => reviewSend(), [])
  if (!prepared || receiver?.address !== prepared.to) return null
  const grave = receiver.warnings.find(isSevere)
  return grave ? (
    <Warned prepared={prepared} receiver={receiver} warning={grave} />
  ) : (
    <Review prepared={prepared} receiver={receiver} />
  )
}

function Review({ prepared, receiver }: Reviewed) {
  const { core, run } = useModal()
  const text = useText({ send: sendMessages })
  const { cost } = useSlice(send)
  const { inCoin, feeOf, inAll, exactly, kept, arrives } = useSendMessages()
  const image = useNetworkImage(prepared.network)
  const total = inAll(prepared)
  const amount = exactly(prepared)
  const request = useSendRequest(prepared)
  return (
    <div className={frame()}>
      <Sent prepared={prepared} />
      <RowGroup>
        <Facts>
          {receiver.name !== undefined && (
            <KeyValue name={text("to")}>
              <span className={value()}>
                <Avatar address={prepared.to} src={receiver.avatar} size={24} />
                <bdi>{receiver.name}</bdi>
              </span>
            </KeyValue>
          )}
          <KeyValue name={text(receiver.name === undefined ? "to" : "address")}>
            <WholeAddress address={prepared.to} />
          </KeyValue>
          <KeyValue name={text("network")}>
            <span className={value()}>
              <RemoteImage src={image} name={prepared.network.name} size={20} />
              {prepared.network.name}
            </span>
          </KeyValue>
          <KeyValue name={text("fee")}>
            <bdi>{feeOf(prepared)}</bdi>
          </KeyValue>
          {prepared.deposit > 0n && <KeyValue name={text("newAccountDeposit")}>{inCoin(prepared.deposit)}</KeyValue>}
          {prepared.withheld > 0n && (
            <>
              <KeyValue name={text("tokenFee")}>
                <bdi dir="ltr">{kept(prepared)}</bdi>
              </KeyValue>
              <KeyValue name={text("receives")}>
                <bdi dir="ltr">{arrives(prepared)}</bdi>
              </KeyValue>
            </>
          )}
          {total && (
            <KeyValue name={text("total")}>
              <strong>
                <bdi dir="ltr">{total.text}</bdi>
              </strong>
            </KeyValue>
          )}
        </Facts>
      </RowGroup>
      <Careful />
      <Pair>
        <Button disabled={request.busy} onClick={() => run(goBack())}>
          {text("cancel")}
        </Button>
        <Button
          kind="primary"
          busy={request.busy}
          disabled={!request.ready || cost.value.status === "failed" || !core.online.value}
          onClick={request.go}
        >
          {request.busy ? text("approveIn", { wallet: request.wallet }) : text("sendAmount", { amount })}
        </Button>
      </Pair>
    </div>
  )
}

/**
 * Review of a transfer to a recipient that may be a scam. Going back is the primary action, and sending needs a
 * confirmation.
 */
function Warned({ prepared, receiver, warning }: Reviewed & { readonly warning: ReceiverWarning }) {
  const { run } = useModal()
  const text = useText({ send: sendMessages })
  const { exactly, known } = useSendMessages()
  const [compared, setCompared] = useState(false)
  const request = useSendRequest(prepared)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus(), [])
  const like: PastReceiver | undefined = warning.type === "lookalike" ? warning.of : undefined
  const title = like
    ? text("notWho", { who: known(like) })
    : warning.type === "otherNetwork"
      ? text("otherNetwork", { network: warning.network })
      : text("oddName")
  return (
    <div className={frame()}>
      <div ref={place} tabIndex={-1} className={focused()}>
        <Alert title={title}>{text(hints[warning.type] ?? "oddNameHint")}</Alert>
      </div>
      <RowGroup hair="start">
        <div className={compare()}>
          <div className={head()}>
            <span>{like ? text("pasted") : <bdi>{receiver.name}</bdi>}</span>
            {receiver.warnings.some(({ type }) => type === "unused") && <Tag kind="error">{text("neverUsed")}</Tag>}
          </div>
          <WholeAddress address={prepared.to} unlike={like?.address} />
        </div>
        {like && (
          <div className={compare()}>
            <div className={head()}>
              <span className={value()}>
                <Avatar address={like.address} size={24} />
                <bdi>{text("knownTo", { who: known(like) })}</bdi>
              </span>
            </div>
            <WholeAddress address={like.address} />
          </div>
        )}
      </RowGroup>
      <Careful />
      <Button kind="primary" disabled={request.busy} onClick={() => run(like ? takeReceiver(like.address) : goBack())}>
        {like ? text("useInstead", { who: known(like) }) : text("change")}
      </Button>
      <Check checked={compared} onChange={setCompared} disabled={request.busy}>
        {text(warning.type === "otherNetwork" ? "mayBeLost" : "compared")}
      </Check>
      <Button kind="danger" busy={request.busy} disabled={!compared || !request.ready} onClick={request.go}>
        {request.busy
          ? text("approveIn", { wallet: request.wallet })
          : text("sendAnyway", { amount: exactly(prepared) })}
      </Button>
    </div>
  )
}

const hints: { readonly [Is in ReceiverWarning["type"]]?: "notWhoHint" | "otherNetworkHint" } = {
  lookalike: "notWhoHint",
  otherNetwork: "otherNetworkHint",
}

function Sent({ prepared }: { readonly prepared: Prepared }) {
  const { image } = useModal()
  const { token } = useSlice(send)
  const { inMoney, exactly } = useSendMessages()
  const badge = useNetworkImage(prepared.network)
  const { symbol } = prepared.token
  return (
    <ReviewAmount
      coin={
        <TokenIcon
          src={token.value?.iconUrl || image("token", symbol)}
          name={symbol}
          network={{ src: badge, name: prepared.network.name }}
        />
      }
      amount={exactly(prepared)}
      worth={inMoney(prepared.amount)?.text}
    />
  )
}

/**
 * Note that the transfer cannot be undone or, after a rejection, that nothing was sent. Announces the pending request
 * to screen readers.
 */
function Careful() {
  const { core } = useModal()
  const text = useText({ send: sendMessages })
  const { refused, busy } = useSlice(send)
  const wallet = useWalletName()(core.connection.value)
  return (
    <>
      <Callout icon={NoteMark} role="status">
        {refused.value === "rejected" ? text("declined", { wallet }) : text("careful")}
      </Callout>
      <VisuallyHidden>{busy.value && text("approveIn", { wallet })}</VisuallyHidden>
    </>
  )
}

/**
 * Returns the state of the request to the wallet, and `go`, which sends the request. `ready` is false for a moment, so a double-click on
 * the form's button does not send the request.
 */
const useSendRequest = (prepared: Prepared) => {
  const { core, run } = useModal()
  const text = useText({ send: sendMessages })
  const { busy } = useSlice(send)
  const [read, setRead] = useState<string>()
  const wallet = useWalletName()(core.connection.value)
  // If the site no longer pays the fee, the visitor needs time to read the new fee.
  const payer = prepared.paymaster ? "site" : "visitor"
  useEffect(() => {
    const rested = setTimeout(() => setRead(payer), times.rest)
    return () => clearTimeout(rested)
  }, [payer])
  return {
    ready: read === payer,
    wallet,
    busy: busy.value,
    go: () => run(confirmSend(prepared, { started: () => text("started"), failed: () => text("sendFailed") })),
  }
}

interface Reviewed {
  readonly prepared: Prepared
  readonly receiver: FoundReceiver
}

const frame = css({ display: "flex", flexDirection: "column", gap: "8px", padding: "0 8px 8px" })
const value = css({ display: "inline-flex", alignItems: "center", gap: "8px" })
const focused = css({ round: 4, "&:focus-visible": { ring: "out" } })
const compare = css({ display: "flex", flexDirection: "column", gap: "4px", padding: "12px" })
const head = css({ display: "flex", alignItems: "center", justifyContent: "space-between", color: "var(--po-text-2)" })
