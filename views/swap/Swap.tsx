import { useState } from "react"
import { tokenValue, toUnits, typedDecimal } from "../../src/core/amounts.ts"
import { decimalsShown } from "../../src/core/first-paint/display.ts"
import { latest } from "../../src/core/first-paint/loadable.ts"
import { formatAmount } from "../../src/core/formatAmount.ts"
import { formatToDecimals } from "../../src/core/formatDecimal.ts"
import { formatSmallMoney } from "../../src/core/formatMoney.ts"
import type { RouteOf } from "../../src/navigation/first-paint/model/routes.ts"
import { goTo } from "../../src/navigation/opening/flows.ts"
import { completeTokens, keepQuote, prepareSwap, reviewSwap, swapAll, turnSwap } from "../../src/swap/flows.ts"
import type { SwapToken } from "../../src/swap/model/quote.ts"
import { swap } from "../../src/swap/state.ts"
import commonMessages from "../locales/en/common.json" with { type: "json" }
import swapMessages from "../locales/en/swap.json" with { type: "json" }
import titles from "../locales/en/titles.json" with { type: "json" }
import { useModal, useSlice, useTask, useText } from "../shared/first-paint/useModal.ts"
import { css } from "../styles/stitches.ts"
import { AmountField, Available } from "../ui/AmountField.tsx"
import { Button } from "../ui/Button.tsx"
import { Callout } from "../ui/Callout.tsx"
import { Chip } from "../ui/Chip.tsx"
import { IconButton } from "../ui/IconButton.tsx"
import { ErrorMark, Turn } from "../ui/icons.tsx"
import { TokenIcon } from "../ui/TokenIcon.tsx"
import { SwapDetails } from "./SwapDetails.tsx"

/** Form of a swap: tokens and amount. The button's label names the next missing input. */
export function Swap(route: RouteOf<"Swap">) {
  const { core, run } = useModal()
  const text = useText({ swap: swapMessages, titles })
  const common = useText({ common: commonMessages })
  const { from, to, amount, quote, tokens, known: listed, lacks } = useSlice(swap)
  const network = core.network.value?.caipNetworkId
  const [folded, setFolded] = useState(true)
  const [source, target] = [from.value, to.value]
  useTask(() => prepareSwap(route), [network, core.address.value])
  useTask(() => (lacks.value ? completeTokens(route) : undefined), [lacks.value, network, core.address.value])
  useTask(keepQuote, [source?.address, target?.address, amount.value, network, core.address.value])

  const now = quote.value
  const known = now.status === "loaded" ? now.value : undefined
  const units = source && toUnits(amount.value, source.decimals)
  const over = source?.quantity !== undefined && (units ?? 0n) > (toUnits(source.quantity, source.decimals) ?? 0n)
  const missing = !(source && target) ? "chooseToken" : !units ? "enterAmount" : over ? "insufficient" : undefined
  return (
    <div className={frame()}>
      <div className={fields()}>
        <AmountField
          name={text("youPay")}
          value={amount.value}
          wrong={over}
          onInput={(typed) => {
            amount.value = typedDecimal(typed, source?.decimals ?? 0)
          }}
          head={
            <>
              <span>{text("youPay")}</span>
              {source?.quantity !== undefined && (
                <Available max={text("max")} onMax={() => run(swapAll())}>
                  {text("available", { amount: formatAmount(source.quantity, undefined, core.locale.value) })}
                </Available>
              )}
            </>
          }
          end={<Pick kind="sourceToken" token={source} busy={tokens.value.status === "loading"} />}
          foot={<Worth units={units} token={source} />}
        />
        <div className={between()}>
          <IconButton name={text("switchTokens")} icon={Turn} size="small" onClick={() => run(turnSwap())} />
        </div>
        <AmountField
          name={text("youReceive")}
          value={known ? formatToDecimals(known.toAmount, decimalsShown.swapDecimals, core.locale.value) : ""}
          busy={now.status === "loading" && missing === undefined}
          head={
            <>
              <span>{text("youReceive")}</span>
              {target?.quantity !== undefined && (
                <span>{text("inWallet", { amount: formatAmount(target.quantity, undefined, core.locale.value) })}</span>
              )}
            </>
          }
          end={<Pick kind="toToken" token={target} busy={tokens.value.status === "loading"} />}
          foot={<Worth units={known && toUnits(known.toAmount, known.to.decimals)} token={known?.to ?? target} />}
        />
      </div>
      {tokens.value.status === "failed" && listed.value.length === 0 && (
        <Callout
          kind="failed"
          icon={ErrorMark}
          role="alert"
          action={
            <Button size="small" onClick={() => run(prepareSwap({ ...route, amount: amount.value }))}>
              {common("tryAgain")}
            </Button>
          }
        >
          {text("tokensFailed")}
        </Callout>
      )}
      {missing === undefined && now.status === "failed" && (
        <Callout kind="failed" icon={ErrorMark} role="alert">
          {text("noQuote")}. {text("noQuoteHint")}
        </Callout>
      )}
      {latest(now) && missing === undefined && now.status !== "failed" && (
        <SwapDetails quote={latest(now)} folded={folded} onFold={() => setFolded(!folded)} />
      )}
      <Button
        kind="primary"
        disabled={missing !== undefined || !known}
        busy={missing === undefined && now.status === "loading"}
        onClick={() => run(reviewSwap())}
      >
        {text(missing ?? (now.status === "failed" ? "swap" : "review"))}
      </Button>
    </div>
  )
}

function Pick({ kind, token, busy }: PickProps) {
  const { run, image } = useModal()
  const text = useText({ swap: swapMessages })
  return (
    <Chip
      size="token"
      on="surface"
      logo={token && <TokenIcon size={28} src={token.logoUri || image("token", token.symbol)} name={token.symbol} />}
      busy={busy && !token}
      aria-label={token ? text("token", { token: token.symbol }) : text("chooseToken")}
      data-pick={kind}
      onClick={() => run(goTo({ name: "SwapSelectToken", target: kind }))}
    >
      {token?.symbol ?? text("chooseToken")}
    </Chip>
  )
}

interface PickProps {
  readonly kind: "sourceToken" | "toToken"
  readonly token: SwapToken | undefined
  readonly busy: boolean
}

/** Value of an amount. A blank line if the price is unknown. */
function Worth({ units, token }: { readonly units: bigint | undefined; readonly token: SwapToken | undefined }) {
  const { core } = useModal()
  return (
    <bdi dir="ltr">
      {token && token.price > 0
        ? formatSmallMoney(Number(tokenValue(units ?? 0n, token.decimals, token.price)), core.locale.value)
        : "\u00a0"}
    </bdi>
  )
}

const frame = css({ display: "flex", flexDirection: "column", gap: "8px", padding: "0 8px 8px" })
const fields = css({ display: "flex", flexDirection: "column" })
const between = css({
  alignSelf: "center",
  position: "relative",
  zIndex: 1,
  marginBlock: "-16px",
  padding: "4px",
  round: 3.5,
  background: "var(--po-card)",
  "& > *": { background: "var(--po-press)" },
})
