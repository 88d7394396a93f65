import { useEffect, useState } from "react"
import { decimalsShown } from "../../src/core/first-paint/display.ts"
import { latest } from "../../src/core/first-paint/loadable.ts"
import { formatToDecimals } from "../../src/core/formatDecimal.ts"
import { formatSmallMoney } from "../../src/core/formatMoney.ts"
import { truncateAddress } from "../../src/core/truncate.ts"
import { goBack, goTo } from "../../src/navigation/opening/flows.ts"
import { sending as times } from "../../src/send/limits.ts"
import { confirmSwap, keepQuote } from "../../src/swap/flows.ts"
import { isWorse, type SwapQuote, type SwapToken } from "../../src/swap/model/quote.ts"
import { contractOf, isNative } from "../../src/swap/model/tokens.ts"
import { swap } from "../../src/swap/state.ts"
import connectMessages from "../locales/en/connect.json" with { type: "json" }
import sendMessages from "../locales/en/send.json" with { type: "json" }
import swapMessages from "../locales/en/swap.json" with { type: "json" }
import titles from "../locales/en/titles.json" with { type: "json" }
import { useModal, useSlice, useTask, useText } from "../shared/first-paint/useModal.ts"
import { useWalletName } from "../shared/useWalletName.ts"
import { css } from "../styles/stitches.ts"
import { Alert } from "../ui/Alert.tsx"
import { Button, Pair } from "../ui/Button.tsx"
import { Callout } from "../ui/Callout.tsx"
import { EmptyState } from "../ui/EmptyState.tsx"
import { Note as NoteMark, Swap as SwapMark } from "../ui/icons.tsx"
import { RowGroup } from "../ui/RowGroup.tsx"
import { TokenIcon } from "../ui/TokenIcon.tsx"
import { SwapDetails } from "./SwapDetails.tsx"

/** Review of a swap before the wallet is prompted. The quote does not change while a request to the wallet is pending. */
export function SwapPreview() {
  const { core, run } = useModal()
  const text = useText({ swap: swapMessages, titles })
  const { quote, reviewed, sending, refused, whole } = useSlice(swap)
  const [first] = useState(quote.value)
  const busy = sending.value.status === "loading"
  useTask(() => (busy ? undefined : keepQuote()), [busy, core.network.value?.caipNetworkId, core.address.value])

  const now = (busy ? undefined : latest(quote.value)) ?? reviewed.value ?? latest(first)
  const isSeen = useSeen(now)
  if (!now)
    return (
      <div className={frame()}>
        <EmptyState
          icon={SwapMark}
          heading={text("enterAmount")}
          actions={
            <Button kind="primary" onClick={() => run(goTo({ name: "Swap" }))}>
              {text("swap")}
            </Button>
          }
        />
      </div>
    )
  const { from, to, fromAmount, toAmount } = now
  const needsApproval = now.needsApproval && !whole.value
  const changed =
    sending.value.status === "failed" && (sending.value.error as { _tag?: string })._tag === "QuoteChanged"
  const locale = core.locale.value
  const amountOf = (amount: string, { symbol }: SwapToken) =>
    `${formatToDecimals(amount, decimalsShown.swapDecimals, locale)} ${symbol}`
  return (
    <div className={frame()}>
      {changed && <Alert kind="warning" title={text("changed")} />}
      <RowGroup>
        <Side name={text("youPay")} token={from} amount={amountOf(fromAmount, from)} units={fromAmount} />
        <Side name={text("youReceive")} token={to} amount={amountOf(toAmount, to)} units={toAmount} />
      </RowGroup>
      <SwapDetails quote={now} />
      {now.needsApproval && (
        <Callout icon={NoteMark}>
          {text(whole.value ? "togetherHint" : "allowanceHint", { amount: amountOf(fromAmount, from) })}
        </Callout>
      )}
      <div role="status">{refused.value && <Declined approval={needsApproval} />}</div>
      <Pair>
        <Button onClick={() => run(goBack())}>{text("cancel")}</Button>
        <Button
          kind="primary"
          busy={busy}
          disabled={!isSeen}
          onClick={() => {
            run(
              confirmSwap(now, {
                approve: () => text("approveLimit"),
                confirm: () => text("confirmInWallet"),
                swapped: () => text("swappedFor", { from: amountOf(fromAmount, from), to: amountOf(toAmount, to) }),
              }),
            )
          }}
        >
          {text(needsApproval ? (busy ? "approving" : "approve") : busy ? "swappingNow" : "swap")}
        </Button>
      </Pair>
    </div>
  )
}

/**
 * Note shown after a rejected request. After a rejected approval it does not claim that nothing was sent, because an
 * earlier approval may have been.
 */
function Declined({ approval }: { readonly approval: boolean }) {
  const { core } = useModal()
  const connect = useText({ connect: connectMessages })
  const send = useText({ send: sendMessages })
  const wallet = useWalletName()(core.connection.value)
  return (
    <Callout icon={NoteMark}>{approval ? connect("declinedIn", { wallet }) : send("declined", { wallet })}</Callout>
  )
}

/**
 * Returns whether the quote has been visible long enough to read. If a quote became worse or needs more requests just
 * before the click, the click does not accept it.
 */
const useSeen = (now: SwapQuote | undefined): boolean => {
  const [seen, setSeen] = useState<SwapQuote>()
  useEffect(() => {
    const rested = setTimeout(() => setSeen(now), times.rest)
    return () => clearTimeout(rested)
  }, [now])
  return (
    now !== undefined &&
    seen !== undefined &&
    seen.needsApproval === now.needsApproval &&
    seen.sponsored === now.sponsored &&
    !isWorse(seen.toAmount, now.toAmount, now.to.decimals)
  )
}

/** One side of the swap. Shows the token's contract, since other tokens may have the same symbol. */
function Side({ name, token, amount, units }: SideProps) {
  const { core, image } = useModal()
  const { symbol, logoUri, price } = token
  return (
    <div className={side()}>
      <TokenIcon src={logoUri || image("token", symbol)} name={symbol} />
      <span className={words()}>
        <bdi dir="ltr">{amount}</bdi>
        <span className={quiet()}>
          {name}
          {!isNative(token) && (
            <>
              {" · "}
              <bdi dir="ltr" title={contractOf(token.address)}>
                {truncateAddress(contractOf(token.address))}
              </bdi>
            </>
          )}
        </span>
      </span>
      {price > 0 && (
        <span className={quiet()}>
          <bdi dir="ltr">{formatSmallMoney(Number(units) * price, core.locale.value)}</bdi>
        </span>
      )}
    </div>
  )
}

interface SideProps {
  readonly name: string
  readonly token: SwapToken
  readonly amount: string
  readonly units: string
}

const side = css({
  display: "flex",
  alignItems: "center",
  gap: "12px",
  minBlockSize: "56px",
  padding: "8px 12px",
  fontVariantNumeric: "tabular-nums",
})
// Shrinks lines to their text: full-width left-to-right text would start at the wrong side in right-to-left layouts.
const words = css({
  type: "row",
  flex: 1,
  minInlineSize: 0,
  display: "flex",
  flexDirection: "column",
  alignItems: "flex-start",
  overflowWrap: "anywhere",
})
const quiet = css({ type: "caption", color: "var(--po-text-2)" })
const frame = css({ display: "flex", flexDirection: "column", gap: "8px", padding: "0 8px 8px" })
