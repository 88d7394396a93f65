import { useEffect, useState } from "react"
import { leave } from "../../src/connections/opening/flows.ts"
import { formatUnits } from "../../src/core/amounts.ts"
import { decimalsShown } from "../../src/core/first-paint/display.ts"
import { windows } from "../../src/core/first-paint/limits.ts"
import { latest } from "../../src/core/first-paint/loadable.ts"
import { formatAmount } from "../../src/core/formatAmount.ts"
import { formatExactly } from "../../src/core/formatDecimal.ts"
import { InsufficientFunds, InvalidRecipient } from "../../src/errors/index.ts"
import type { RouteOf } from "../../src/navigation/first-paint/model/routes.ts"
import { goTo } from "../../src/navigation/opening/flows.ts"
import {
  connectToPay,
  findPayExchanges,
  leaveWallet,
  payByExchange,
  payFromWallet,
  preparePay,
  pricePayment,
} from "../../src/pay/flows/payment.ts"
import { deposit as limits } from "../../src/pay/limits.ts"
import { namespaceOf, type Payment } from "../../src/pay/model.ts"
import { isGoing, pay } from "../../src/pay/state.ts"
import { sending as times } from "../../src/send/limits.ts"
import type { Prepared } from "../../src/send/model/transfer.ts"
import { openPopup } from "../../src/stub/popup.ts"
import { activeConnection } from "../../src/stub/state.ts"
import payMessages from "../locales/en/pay.json" with { type: "json" }
import sendMessages from "../locales/en/send.json" with { type: "json" }
import { useModal, useSlice, useTask, useText } from "../shared/first-paint/useModal.ts"
import { ReviewAmount } from "../shared/ReviewAmount.tsx"
import { useNetworkImage } from "../shared/useNetworkImage.ts"
import { useReason } from "../shared/useReason.ts"
import { useWalletName } from "../shared/useWalletName.ts"
import { css } from "../styles/stitches.ts"
import { WholeAddress } from "../ui/Address.tsx"
import { Button } from "../ui/Button.tsx"
import { Callout } from "../ui/Callout.tsx"
import { EmptyState } from "../ui/EmptyState.tsx"
import { Icon } from "../ui/Icon.tsx"
import { Card, ErrorMark, Exchange, Leave, Note as NoteMark, Offline, Retry, Wallet } from "../ui/icons.tsx"
import { Facts, KeyValue } from "../ui/KeyValue.tsx"
import { RemoteImage, WalletLogo } from "../ui/RemoteImage.tsx"
import { Row } from "../ui/Row.tsx"
import { RowGroup } from "../ui/RowGroup.tsx"
import { SkeletonRows } from "../ui/Skeleton.tsx"
import { Divider } from "../ui/Text.tsx"
import { AssetIcon } from "./AssetIcon.tsx"
import { SiteNamed, TokenContract } from "./TokenContract.tsx"

/** Payment that the site requests, and the ways to pay: from a wallet or an exchange. */
export function Pay({ payment: given }: RouteOf<"Pay">) {
  const { core, run } = useModal()
  const text = useText({ pay: payMessages })
  const reason = useReason()
  const { payment, current } = useSlice(pay)
  const off = core.initialized.value && !core.remoteFeatures.value.payments
  useTask(() => preparePay(given), [given, core.remoteFeatures.value.payments])
  const now = payment.value
  const of = latest(now)

  if (off || now.status === "failed")
    return (
      <div className={frame()}>
        <EmptyState
          kind="failed"
          icon={Card}
          heading={text("cannotPay")}
          actions={<Button onClick={() => run(leave())}>{text("close")}</Button>}
        >
          {off || now.status !== "failed" ? text("noPayments") : text("because", { reason: reason(now.error) })}{" "}
          {text("noPaymentsHint")}
        </EmptyState>
      </div>
    )
  if (!of || now.status !== "loaded")
    return (
      <div className={frame()}>
        <RowGroup>
          <div aria-busy="true">
            <SkeletonRows count={4} two />
          </div>
        </RowGroup>
      </div>
    )
  return (
    <div className={frame()}>
      <Order payment={of} />
      {isGoing(current.value) || current.value?.status === "late" ? (
        <Going />
      ) : (
        <>
          <FromWallet payment={of} />
          <ByExchange />
        </>
      )}
    </div>
  )
}

/** Details of a payment: amount, token, recipient, network and fee. */
function Order({ payment }: { readonly payment: Payment }) {
  const { core } = useModal()
  const text = useText({ pay: payMessages })
  const send = useText({ send: sendMessages })
  const { cost } = useSlice(pay)
  const { paymentAsset, amount, recipient } = payment
  const network = core.networks.value.find(({ caipNetworkId }) => caipNetworkId === paymentAsset.network)
  const image = useNetworkImage(network)
  const known = cost.value.status === "loaded" ? cost.value.value : undefined
  const coin = network?.nativeCurrency
  const whole = `${formatExactly(amount, core.locale.value)} ${paymentAsset.metadata.symbol}`
  return (
    <>
      <ReviewAmount coin={<AssetIcon asset={paymentAsset} />} amount={whole} />
      <RowGroup>
        <Facts>
          <KeyValue name={text("to")} whole>
            <WholeAddress address={recipient} />
          </KeyValue>
          <KeyValue name={text("network")}>
            <span className={value()}>
              <RemoteImage src={image} name={network?.name ?? ""} size={20} />
              {network?.name}
            </span>
          </KeyValue>
          <TokenContract asset={paymentAsset} />
          {known && coin && (
            <KeyValue name={text("fee")}>
              <bdi>
                {known.paymaster
                  ? send("sponsored")
                  : text("about", {
                      amount: `${formatAmount(formatUnits(known.fee + known.deposit, coin.decimals), decimalsShown.swapDecimals, core.locale.value)} ${coin.symbol}`,
                    })}
              </bdi>
            </KeyValue>
          )}
        </Facts>
      </RowGroup>
      <SiteNamed payment={payment} />
    </>
  )
}

/** Note and button that lead to the current payment. They replace the ways to pay, because a second payment cannot be started. */
function Going() {
  const { run } = useModal()
  const text = useText({ pay: payMessages })
  return (
    <>
      <Callout icon={NoteMark} role="status">
        {text("payGoing")}
      </Callout>
      <Button kind="primary" onClick={() => run(goTo({ name: "PayLoading" }))}>
        {text("seeProgress")}
      </Button>
    </>
  )
}

/** Button that pays from the active wallet, or connects a wallet first. */
function FromWallet({ payment }: { readonly payment: Payment }) {
  const { core, run } = useModal()
  const text = useText({ pay: payMessages })
  const { cost } = useSlice(pay)
  const nameOf = useWalletName()
  const namespace = namespaceOf(payment.paymentAsset) ?? "eip155"
  const connection = activeConnection(core.accounts[namespace].value)
  const address = connection?.accounts[0]?.address
  const wallet = nameOf(connection)
  const network = core.networks.value.find(({ caipNetworkId }) => caipNetworkId === payment.paymentAsset.network)
  useTask(pricePayment, [address, payment])
  const now = cost.value
  const ready: Prepared | undefined = now.status === "loaded" ? now.value : undefined
  const payer = ready && `${ready.from} ${ready.paymaster === undefined}`
  // Ignore the second click of a double-click, and clicks just after the payer of the fee has changed.
  const [rested, rest] = useState<string>()
  useEffect(() => {
    rest(undefined)
    const timer = setTimeout(() => rest(payer), times.rest)
    return () => clearTimeout(timer)
  }, [payer])
  if (!connection || address === undefined)
    return (
      <Button kind="primary" icon={Wallet} onClick={() => run(connectToPay())}>
        {text("payFromWallet")}
      </Button>
    )
  const why = (error: Error): string => {
    if (error instanceof InvalidRecipient) return text("yourself")
    if (!(error instanceof InsufficientFunds)) return text("costFailed")
    return error.lacks === "amount"
      ? text("notEnough", { asset: payment.paymentAsset.metadata.symbol, wallet })
      : text("notEnoughFee", { asset: network?.nativeCurrency.symbol ?? "" })
  }
  const failure = now.status === "failed" ? now.error : undefined
  const transient = failure && !(failure instanceof InsufficientFunds || failure instanceof InvalidRecipient)
  return (
    <>
      <Button
        kind="primary"
        icon={Wallet}
        busy={now.status === "loading"}
        disabled={!ready || rested !== payer || !core.online.value}
        onClick={() => ready && run(payFromWallet(ready))}
      >
        {now.status === "loading" ? text("checking") : failure ? why(failure) : text("payWith", { wallet })}
      </Button>
      <div className={lesser()}>
        {transient && (
          <Button size="small" icon={Retry} onClick={() => run(pricePayment())}>
            {text("tryAgain")}
          </Button>
        )}
        <Button
          size="small"
          kind="plain"
          quiet
          onClick={() => run(leaveWallet({ failed: () => text("disconnectFailed") }))}
        >
          {text("disconnect")}
        </Button>
      </div>
    </>
  )
}

/** List of exchanges to pay from. A click opens the exchange's window. */
function ByExchange() {
  const { core, run } = useModal()
  const text = useText({ pay: payMessages })
  const { exchanges } = useSlice(pay)
  const now = exchanges.value
  const found = latest(now)
  return (
    <>
      <Divider>{text("or")}</Divider>
      {found === undefined && now.status === "failed" ? (
        <Callout
          kind="failed"
          icon={ErrorMark}
          role="alert"
          action={
            <Button size="small" icon={Retry} onClick={() => run(findPayExchanges())}>
              {text("tryAgain")}
            </Button>
          }
        >
          {core.online.value ? text("exchangesFailed") : text("payOffline")}
        </Callout>
      ) : found === undefined ? (
        <RowGroup>
          <div aria-busy="true">
            <SkeletonRows count={limits.exchanges} />
          </div>
        </RowGroup>
      ) : found.length === 0 ? (
        <Callout icon={Exchange}>{text("noExchanges")}</Callout>
      ) : (
        <RowGroup list label={text("exchanges")}>
          {found.map((exchange) => (
            <li key={exchange.id}>
              <Row
                logo={<WalletLogo src={exchange.imageUrl || undefined} name={exchange.name} />}
                end={<Icon of={Leave} size={18} mirrored />}
                disabled={!core.online.value}
                data-exchange={exchange.id}
                onClick={() => run(payByExchange(exchange, openPopup("exchange", windows.exchange, true)))}
              >
                {text("payWith", { wallet: exchange.name })}
              </Row>
            </li>
          ))}
        </RowGroup>
      )}
      {!core.online.value && found !== undefined && (
        <Callout icon={Offline} role="status">
          {text("payOffline")}
        </Callout>
      )}
    </>
  )
}

const frame = css({ display: "flex", flexDirection: "column", gap: "8px", padding: "0 8px 8px" })
const value = css({ display: "inline-flex", alignItems: "center", gap: "8px" })
const lesser = css({ display: "flex", flexWrap: "wrap", justifyContent: "center", gap: "8px" })
