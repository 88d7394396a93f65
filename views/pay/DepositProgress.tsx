import { formatExactly } from "../../src/core/formatDecimal.ts"
import { goTo } from "../../src/navigation/opening/flows.ts"
import { checkDeposit, startOver } from "../../src/pay/flows/deposit.ts"
import type { PaymentState } from "../../src/pay/model.ts"
import account from "../locales/en/account.json" with { type: "json" }
import pay from "../locales/en/pay.json" with { type: "json" }
import { Attempt } from "../shared/Attempt.tsx"
import { CopyLink } from "../shared/CopyLink.tsx"
import { useModal, useText } from "../shared/first-paint/useModal.ts"
import { Button } from "../ui/Button.tsx"
import { Leave, Retry } from "../ui/icons.tsx"
import { useDepositMessages } from "./useDepositMessages.ts"

/** Progress of a deposit that continues in the exchange's window, or its outcome. */
export function DepositProgress({ now }: { readonly now: PaymentState }) {
  const { core, run } = useModal()
  const text = useText({ pay, account })
  const messages = useDepositMessages()
  const { status, blocked = false, url, of } = now
  const exchange = now.exchange?.name ?? ""
  const values = {
    exchange,
    amount: `${formatExactly(of.amount, core.locale.value)} ${of.paymentAsset.metadata.symbol}`,
  }
  const picture = now.exchange?.imageUrl || undefined
  const toAccount = (
    <Button kind="plain" quiet onClick={() => run(goTo({ name: "Account" }))}>
      {text("toAccount")}
    </Button>
  )
  const over = (
    <Button kind="plain" quiet onClick={() => run(startOver())}>
      {text("startOver")}
    </Button>
  )
  if (status === "success")
    return (
      <Attempt
        state="approved"
        wallet={exchange}
        picture={picture}
        heading={text("depositCompleted")}
        hint={text("depositCompletedHint", values)}
      >
        <Button kind="primary" onClick={() => run(goTo({ name: "Account" }))}>
          {text("toAccount")}
        </Button>
        {over}
      </Attempt>
    )
  if (status === "failed" || status === "late")
    return (
      <Attempt
        urgent
        state="declined"
        wallet={exchange}
        picture={picture}
        heading={text(status === "late" ? "depositLate" : "depositFailed")}
        hint={text(status === "late" ? "depositLateHint" : "depositFailedHint", values)}
      >
        {status === "late" ? (
          <Button kind="primary" icon={Retry} onClick={() => run(checkDeposit(messages))}>
            {text("checkAgain")}
          </Button>
        ) : (
          <Button kind="primary" icon={Retry} onClick={() => run(startOver())}>
            {text("tryAgain")}
          </Button>
        )}
        {status === "late" ? over : toAccount}
      </Attempt>
    )
  return (
    <Attempt
      urgent={blocked}
      state="waiting"
      wallet={exchange}
      picture={picture}
      heading={blocked ? text("blocked") : text("waitingFor", values)}
      hint={blocked ? text("blockedHint") : text("depositWaiting", values)}
    >
      {blocked && (
        <Button kind="primary" icon={Leave} href={url}>
          {text("openExchange", values)}
        </Button>
      )}
      <CopyLink uri={url} label={text("copyLink")} />
      {toAccount}
      {over}
    </Attempt>
  )
}
