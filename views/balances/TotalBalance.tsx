import { useComputed } from "@preact/signals-react"
import { account } from "../../src/account/state/account.ts"
import { actions } from "../../src/account/state/actions.ts"
import { shownBalance } from "../../src/balances/model/nativeBalance.ts"
import { balances } from "../../src/balances/state/tokens.ts"
import { latest } from "../../src/core/first-paint/loadable.ts"
import { decimalSign, formatExactly } from "../../src/core/formatDecimal.ts"
import { formatMoney } from "../../src/core/formatMoney.ts"
import accountMessages from "../locales/en/account.json" with { type: "json" }
import { useModal, useSlice, useText } from "../shared/first-paint/useModal.ts"
import { css } from "../styles/stitches.ts"
import { Money } from "../ui/Money.tsx"
import { Bar } from "../ui/Skeleton.tsx"

/**
 * Total value of the listed tokens above the native balance, or only the native balance. Renders nothing if the token list shows the error.
 */
export function TotalBalance() {
  const { core } = useModal()
  const text = useText({ account: accountMessages })
  const { balance } = useSlice(account)
  const { tokens, total } = useSlice(balances)
  const listed = useSlice(actions).possible("balances")
  const valued = listed && tokens.ids.value.length > 0
  const sum = useComputed(() => formatMoney(total.value, core.locale.value))
  const native = useComputed(() => {
    const now = latest(balance.value)
    const here = now?.of === core.address.value && now?.on === core.network.value?.caipNetworkId
    const text = here
      ? `${formatExactly(shownBalance(now?.amount, core.network.value), core.locale.value)} ${core.network.value?.nativeCurrency.symbol ?? ""}`
      : ""
    return { text, decimal: decimalSign(core.locale.value) }
  })
  const coins = useComputed(() => native.value.text)
  const known = useComputed(() => coins.value !== "")
  const failed = balance.value.status === "failed"
  // If tokens can be listed, the token list shows the error instead.
  if (failed && listed && !valued && !known.value) return null
  return (
    <div className={totals()}>
      {valued ? (
        <Money key="sum" size="total">
          {sum}
        </Money>
      ) : known.value ? (
        <Money key="native" size="total">
          {native}
        </Money>
      ) : failed ? (
        <span className={quiet()}>{text("balancesFailed")}</span>
      ) : (
        <>
          <Bar inline={180} block={44} />
          <Bar inline={72} block={18} />
        </>
      )}
      {valued && known.value && (
        <span className={quiet()}>
          <bdi>{coins}</bdi>
        </span>
      )}
    </div>
  )
}

const totals = css({
  display: "flex",
  flexDirection: "column",
  alignItems: "flex-start",
  gap: "2px",
  minBlockSize: "64px",
  padding: "8px 12px 4px",
  fontVariantNumeric: "tabular-nums",
})
const quiet = css({ type: "body", color: "var(--po-text-2)" })
