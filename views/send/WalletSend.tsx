import type { FormEvent } from "react"
import { balances } from "../../src/balances/state/tokens.ts"
import { latest } from "../../src/core/first-paint/loadable.ts"
import { InsufficientFunds } from "../../src/errors/index.ts"
import { goTo } from "../../src/navigation/opening/flows.ts"
import { priceSend } from "../../src/send/flows.ts"
import { nextStep } from "../../src/send/model/form.ts"
import { send } from "../../src/send/state/form.ts"
import sendMessages from "../locales/en/send.json" with { type: "json" }
import titles from "../locales/en/titles.json" with { type: "json" }
import { useModal, useSlice, useTask, useText } from "../shared/first-paint/useModal.ts"
import { css } from "../styles/stitches.ts"
import { Button } from "../ui/Button.tsx"
import { Facts, KeyValue } from "../ui/KeyValue.tsx"
import { Link } from "../ui/Link.tsx"
import { Bar } from "../ui/Skeleton.tsx"
import { ReceiverField } from "./ReceiverField.tsx"
import { SendAmount } from "./SendAmount.tsx"
import { useSendMessages } from "./useSendMessages.ts"

/** Form of a transfer: amount, recipient and fee. The button's label names the next missing input. */
export function WalletSend() {
  const { run } = useModal()
  const text = useText({ send: sendMessages, titles })
  const { token, amount, all, receiver, found, cost } = useSlice(send)
  const { tokens } = useSlice(balances)
  // Subscribes to the tokens, which keeps them refreshing.
  void tokens.ids.value
  const known = latest(found.value)
  const mine = known?.text === receiver.value.trim() ? known : undefined
  useTask(() => priceSend(), [token.value?.key, all.value || amount.value, mine?.address])

  const error = cost.value.status === "failed" ? cost.value.error : undefined
  const short = error instanceof InsufficientFunds
  const step = nextStep({
    token: token.value,
    amount: all.value && amount.value === "" ? "1" : amount.value,
    receiver: receiver.value,
    found: mine,
    short,
  })
  const ready = step === "previewSend" && mine !== undefined && cost.value.status === "loaded"
  const waits = step === "previewSend" && !ready && error === undefined
  const go = (event: FormEvent) => {
    event.preventDefault()
    if (ready) run(goTo({ name: "WalletSendPreview" }))
  }
  return (
    <form className={frame()} onSubmit={go}>
      <SendAmount over={step === "insufficientFunds"} />
      <ReceiverField />
      <Fee />
      <Button kind="primary" submit busy={waits} disabled={!ready}>
        {text(step)}
      </Button>
    </form>
  )
}

/** Network fee. Renders nothing until the form allows an estimate. */
function Fee() {
  const { core, run } = useModal()
  const text = useText({ send: sendMessages })
  const { cost } = useSlice(send)
  const { inCoin, feeOf } = useSendMessages()
  const now = cost.value
  const priced = latest(now)
  if (now.status === "idle") return null
  const { name = "", nativeCurrency } = core.network.value ?? {}
  const symbol = nativeCurrency?.symbol ?? ""
  const lacks = now.status === "failed" && now.error instanceof InsufficientFunds ? now.error.lacks : undefined
  return (
    <div aria-live="polite">
      <Facts>
        <KeyValue name={text("networkFeeOn", { network: name })}>
          {now.status === "failed" ? (
            <span className={wrong()}>
              {lacks === "fee"
                ? text("lacksFee", { symbol })
                : lacks === "deposit"
                  ? text("lacksDeposit", { symbol })
                  : lacks === "amount"
                    ? text("insufficientFunds")
                    : text("feeFailed")}
              {lacks === undefined && (
                <>
                  {" "}
                  <Link onClick={() => run(priceSend())}>{text("tryAgain")}</Link>
                </>
              )}
            </span>
          ) : priced ? (
            <bdi>{feeOf(priced)}</bdi>
          ) : (
            <Bar inline={72} block={14} />
          )}
        </KeyValue>
        {priced && priced.deposit > 0n && (
          <KeyValue name={text("newAccountDeposit")}>{inCoin(priced.deposit)}</KeyValue>
        )}
      </Facts>
    </div>
  )
}

const frame = css({ display: "flex", flexDirection: "column", gap: "8px", padding: "0 8px 8px" })
const wrong = css({ color: "var(--po-error)" })
