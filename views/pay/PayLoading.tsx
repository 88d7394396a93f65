import { isRejected } from "../../src/connections/model/rejections.ts"
import { leave } from "../../src/connections/opening/flows.ts"
import { formatExactly } from "../../src/core/formatDecimal.ts"
import { isUserRejection } from "../../src/core/readRpcError.ts"
import { checkPayment, payAgain } from "../../src/pay/flows/payment.ts"
import { canCheck, namespaceOf, type PaymentState } from "../../src/pay/model.ts"
import { pay } from "../../src/pay/state.ts"
import { activeConnection } from "../../src/stub/state.ts"
import { findConnector } from "../../src/wallets/first-paint/model/connector.ts"
import { wallets } from "../../src/wallets/first-paint/state/wallets.ts"
import account from "../locales/en/account.json" with { type: "json" }
import payMessages from "../locales/en/pay.json" with { type: "json" }
import { Attempt } from "../shared/Attempt.tsx"
import { CopyLink } from "../shared/CopyLink.tsx"
import { useModal, useSlice, useText } from "../shared/first-paint/useModal.ts"
import { useWalletImage } from "../shared/first-paint/useWalletImage.ts"
import { transactionUrl } from "../shared/useExplorerUrl.ts"
import { useReason } from "../shared/useReason.ts"
import { useWalletName } from "../shared/useWalletName.ts"
import { css } from "../styles/stitches.ts"
import { Button } from "../ui/Button.tsx"
import { EmptyState } from "../ui/EmptyState.tsx"
import { Card, Leave, Retry } from "../ui/icons.tsx"
import { Facts } from "../ui/KeyValue.tsx"
import { RowGroup } from "../ui/RowGroup.tsx"
import { SiteNamed, TokenContract } from "./TokenContract.tsx"

/** Progress of a payment: requested, pending or ended. */
export function PayLoading() {
  const { run } = useModal()
  const text = useText({ pay: payMessages, account })
  const { current } = useSlice(pay)
  const now = current.value
  if (!now)
    return (
      <div className={frame()}>
        <EmptyState
          icon={Card}
          heading={text("nothingGoes")}
          actions={<Button onClick={() => run(payAgain())}>{text("back")}</Button>}
        />
      </div>
    )
  return (
    <>
      <Progress now={now} />
      {now.of.siteNamed && (
        <div className={frame()}>
          <RowGroup>
            <Facts>
              <TokenContract asset={now.of.paymentAsset} />
            </Facts>
          </RowGroup>
          <SiteNamed payment={now.of} />
        </div>
      )}
    </>
  )
}

function Progress({ now }: { readonly now: PaymentState }) {
  const { core, run } = useModal()
  const text = useText({ pay: payMessages, account })
  const reason = useReason()
  const { error } = useSlice(pay)
  const nameOf = useWalletName()
  const namespace = namespaceOf(now.of.paymentAsset) ?? "eip155"
  const imageOf = useWalletImage()
  const { installed } = useSlice(wallets)
  const connection = activeConnection(core.accounts[namespace].value)
  const connector = findConnector(installed.value, connection?.connectorId, namespace)
  const wallet = now.exchange?.name ?? nameOf(connection)
  const shared = {
    wallet,
    picture: now.exchange
      ? now.exchange.imageUrl || undefined
      : imageOf({ ...connector, connectorId: connection?.connectorId }),
  }
  const values = {
    wallet,
    exchange: wallet,
    amount: `${formatExactly(now.of.amount, core.locale.value)} ${now.of.paymentAsset.metadata.symbol}`,
  }
  const another = (
    <Button kind="plain" quiet onClick={() => run(payAgain())}>
      {text("payAnotherWay")}
    </Button>
  )
  const on = core.networks.value.find(({ caipNetworkId }) => caipNetworkId === now.of.paymentAsset.network)
  const link = now.type === "wallet" ? transactionUrl(on, now.result) : undefined
  const look = link && (
    <>
      <Button icon={Leave} href={link}>
        {text("explorer")}
      </Button>
      <CopyLink uri={link} label={text("copyLink")} />
    </>
  )
  switch (now.status) {
    case "opening":
      return now.type === "wallet" ? (
        <Attempt
          {...shared}
          state="waiting"
          heading={text("approveIn", values)}
          hint={text("payApproveHint", values)}
        />
      ) : (
        <Attempt
          {...shared}
          state="waiting"
          heading={text("openingExchange", values)}
          hint={text("openingExchangeHint")}
        />
      )
    case "waiting":
      return now.type === "wallet" ? (
        <Attempt {...shared} state="waiting" heading={text("paySent")} hint={text("paySentHint", values)}>
          {look}
        </Attempt>
      ) : (
        <Attempt
          {...shared}
          urgent={now.blocked === true}
          state="waiting"
          heading={now.blocked ? text("blocked") : text("waitingFor", values)}
          hint={now.blocked ? text("blockedHint") : text("payWaiting", values)}
        >
          {now.blocked && (
            <Button kind="primary" icon={Leave} href={now.url}>
              {text("openExchange", values)}
            </Button>
          )}
          <CopyLink uri={now.url} label={text("copyLink")} />
        </Attempt>
      )
    case "success":
      return (
        <Attempt {...shared} state="approved" heading={text("payCompleted")} hint={text("payCompletedHint", values)}>
          <Button kind="primary" onClick={() => run(leave())}>
            {text("done")}
          </Button>
        </Attempt>
      )
    case "late":
      return (
        <Attempt {...shared} urgent state="declined" heading={text("payLate")} hint={text("payLateHint")}>
          {canCheck(now) && (
            <Button kind="primary" icon={Retry} onClick={() => run(checkPayment())}>
              {text("checkAgain")}
            </Button>
          )}
          {look}
          {another}
        </Attempt>
      )
    case "failed": {
      const refused = error.value !== undefined && (isRejected(error.value) || isUserRejection(error.value))
      return (
        <Attempt
          {...shared}
          urgent={!refused}
          state="declined"
          heading={text(refused ? "payDeclined" : "payFailed")}
          hint={refused ? text("payDeclinedHint", values) : text("payFailedHint", { reason: reason(error.value) })}
        >
          <Button kind="primary" icon={Retry} onClick={() => run(payAgain())}>
            {text("tryAgain")}
          </Button>
        </Attempt>
      )
    }
  }
}

const frame = css({ display: "flex", flexDirection: "column", gap: "8px", padding: "0 8px 8px" })
