import { formatRemaining } from "../../src/core/dates.ts"
import { decimalsShown } from "../../src/core/first-paint/display.ts"
import { formatPercent, formatSignificant, formatToDecimals } from "../../src/core/formatDecimal.ts"
import { formatSmallMoney } from "../../src/core/formatMoney.ts"
import { swap as limits, refresh } from "../../src/swap/limits.ts"
import type { SwapQuote } from "../../src/swap/model/quote.ts"
import { swap } from "../../src/swap/state.ts"
import sendMessages from "../locales/en/send.json" with { type: "json" }
import swapMessages from "../locales/en/swap.json" with { type: "json" }
import { useModal, useSlice, useText } from "../shared/first-paint/useModal.ts"
import { useNow } from "../shared/useNow.ts"
import { css } from "../styles/stitches.ts"
import { Icon } from "../ui/Icon.tsx"
import { Open, Success, Warning } from "../ui/icons.tsx"
import { Facts, KeyValue } from "../ui/KeyValue.tsx"
import { Pressable } from "../ui/Pressable.tsx"

/** Details of a swap, and the time until the next quote. Renders nothing without a quote. */
export function SwapDetails({ quote, folded = false, onFold }: DetailsProps) {
  const { core } = useModal()
  const text = useText({ swap: swapMessages })
  const send = useText({ send: sendMessages })
  if (!quote) return null
  const { from, to, rate, priceImpact, minimum, providerFee, networkFee, sponsored } = quote
  const locale = core.locale.value
  const money = (value: string) => (Number(value) > 0 ? formatSmallMoney(Number(value), locale) : text("unknown"))
  const percent = (share: number) => formatToDecimals(String(share), decimalsShown.moneyDecimals, locale)
  const level = priceImpact === undefined || priceImpact < warned ? "low" : priceImpact < alarming ? "high" : "severe"
  const price = (
    <bdi dir="ltr">{text("rate", { to: to.symbol, rate: formatSignificant(rate, locale), from: from.symbol })}</bdi>
  )
  const lost = (
    <KeyValue name={text("impact")}>
      <span className={impact({ level })}>
        {priceImpact !== undefined && <Icon of={level === "low" ? Success : Warning} size={16} />}
        {priceImpact === undefined
          ? text("unknown")
          : `${formatPercent(priceImpact, locale)}${level === "low" ? "" : ` ${text("impactHigh")}`}`}
      </span>
    </KeyValue>
  )
  const facts = (
    <Facts>
      {!onFold && (
        <KeyValue name={price}>
          <Countdown />
        </KeyValue>
      )}
      {lost}
      <KeyValue name={text("atLeast", { slippage: percent(limits.slippage) })}>
        <bdi dir="ltr">{`${formatSignificant(minimum, locale)} ${to.symbol}`}</bdi>
      </KeyValue>
      <KeyValue name={text("providerFee", { fee: percent(limits.providerFeePercent) })}>{money(providerFee)}</KeyValue>
      <KeyValue name={text("networkFee")}>
        {sponsored ? send("sponsored") : text("about", { amount: money(networkFee) })}
      </KeyValue>
    </Facts>
  )
  if (!onFold) return facts
  return (
    <div>
      <Pressable className={line()} aria-expanded={!folded} onClick={onFold}>
        {price}
        <span className={end()}>
          <Countdown />
          <span className={arrow({ folded })}>
            <Icon of={Open} size={16} />
          </span>
        </span>
      </Pressable>
      {folded ? level !== "low" && <Facts>{lost}</Facts> : facts}
    </div>
  )
}

interface DetailsProps {
  readonly quote: SwapQuote | undefined
  /** Whether only the rate is shown, and the price impact if it is high. */
  readonly folded?: boolean
  /** Toggles `folded`. Without this callback, all lines are shown. */
  readonly onFold?: () => void
}

/** Time until the next quote. Renders nothing before the first quote, and while one is loading. */
function Countdown() {
  const text = useText({ swap: swapMessages })
  const { quotedAt, quote } = useSlice(swap)
  const now = useNow()
  const left = Math.min(quotedAt.value + refresh.prices - now.value, refresh.prices)
  if (quote.value.status === "loading" || quotedAt.value === 0) return null
  return <span className={quiet()}>{text("newRateIn", { time: formatRemaining(left) })}</span>
}

/** Price impacts, in percent, from which the impact is shown as a warning (`warned`) or as an error (`alarming`). */
const warned = 1
const alarming = 5

const impact = css({
  display: "inline-flex",
  alignItems: "center",
  gap: "6px",
  variants: {
    level: {
      low: { color: "var(--po-success)" },
      high: { color: "var(--po-warning)" },
      severe: { color: "var(--po-error)" },
    },
  },
})
const quiet = css({ type: "caption", color: "var(--po-text-2)", fontVariantNumeric: "tabular-nums" })

const line = css({
  type: "body",
  inlineSize: "100%",
  minBlockSize: "44px",
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  justifyContent: "space-between",
  gap: "0 12px",
  padding: "8px 12px",
  round: 3,
  textAlign: "start",
  color: "var(--po-text)",
  "&:focus-visible": { ring: "in" },
  "@hover": { "&:hover": { background: "var(--po-hover)" } },
})
const end = css({
  display: "flex",
  alignItems: "center",
  gap: "6px",
  marginInlineStart: "auto",
  color: "var(--po-text-2)",
})
const arrow = css({
  display: "grid",
  transition: "rotate var(--po-move) var(--po-standard)",
  "@still": { transition: "none" },
  variants: { folded: { false: { rotate: "180deg" } } },
})
