import { actions } from "../../src/account/state/actions.ts"
import { typedDecimal } from "../../src/core/amounts.ts"
import { decimalsShown } from "../../src/core/first-paint/display.ts"
import { windows } from "../../src/core/first-paint/limits.ts"
import { latest } from "../../src/core/first-paint/loadable.ts"
import { formatCurrency } from "../../src/core/formatCurrency.ts"
import { explainBuying } from "../../src/help/flows.ts"
import { namespaceTable } from "../../src/namespaces/model/namespaceTable.ts"
import { goTo } from "../../src/navigation/opening/flows.ts"
import { onramp as limits } from "../../src/onramp/limits.ts"
import { deliveredOn, isPayable, limitsOf, type OnrampProvider } from "../../src/onramp/model.ts"
import { buy, prepareBuying, requote, retryBuying } from "../../src/onramp/operations.ts"
import { onramp } from "../../src/onramp/state.ts"
import { openPopup } from "../../src/stub/popup.ts"
import onrampMessages from "../locales/en/onramp.json" with { type: "json" }
import { useModal, useSlice, useTask, useText } from "../shared/first-paint/useModal.ts"
import { css } from "../styles/stitches.ts"
import { AmountField } from "../ui/AmountField.tsx"
import { AmountPresets } from "../ui/AmountPresets.tsx"
import { Button } from "../ui/Button.tsx"
import { Callout } from "../ui/Callout.tsx"
import { Chip } from "../ui/Chip.tsx"
import { EmptyState } from "../ui/EmptyState.tsx"
import { Icon } from "../ui/Icon.tsx"
import { ErrorMark, Leave, Note as NoteMark, Outward, Retry, Wallet, Warning } from "../ui/icons.tsx"
import { Link } from "../ui/Link.tsx"
import { WalletLogo } from "../ui/RemoteImage.tsx"
import { Row } from "../ui/Row.tsx"
import { RowGroup } from "../ui/RowGroup.tsx"
import { Bar } from "../ui/Skeleton.tsx"
import { Tag } from "../ui/Tag.tsx"
import { TokenIcon } from "../ui/TokenIcon.tsx"
import { NetworkMarks } from "./NetworkMarks.tsx"

/** Form to buy crypto: amount, currency and token, then the providers. */
export function OnRampProviders() {
  const { core, run } = useModal()
  const text = useText({ onramp: onrampMessages })
  const { providers, pair, paymentAmount, options, isContract } = useSlice(onramp)
  const { possible, isServed } = useSlice(actions)
  const network = core.network.value
  const { purchaseCurrency, paymentCurrency } = pair.value
  const ready = latest(options.value) !== undefined
  useTask(prepareBuying, [network?.caipNetworkId, core.address.value, isServed.value])
  useTask(requote, [ready, paymentAmount.value, purchaseCurrency?.id, paymentCurrency?.id, network?.caipNetworkId])

  if (!network || !possible("onramp") || providers.value.length === 0)
    return (
      <div className={frame()}>
        <EmptyState icon={Wallet} heading={text("notOffered")}>
          {core.address.value !== undefined && possible("receive") && text("notOfferedHint")}
        </EmptyState>
      </div>
    )
  const deliverable =
    purchaseCurrency === undefined || deliveredOn(purchaseCurrency, network, isContract.value) !== undefined
  return (
    <div className={frame()}>
      <Pay />
      <Bought />
      {deliverable ? <Sellers /> : <Callout icon={NoteMark}>{text("nothingToBuy", { network: network.name })}</Callout>}
      <Callout icon={Leave}>
        {text("newWindow")} <Link onClick={() => run(explainBuying())}>{text("howItWorks")}</Link>
      </Callout>
    </div>
  )
}

/** Field for the amount and currency to pay. */
function Pay() {
  const { core, run, image } = useModal()
  const text = useText({ onramp: onrampMessages })
  const { pair, paymentAmount } = useSlice(onramp)
  const { paymentCurrency } = pair.value
  const currency = paymentCurrency?.id ?? "USD"
  const amount = paymentAmount.value
  const reach = paymentCurrency && limitsOf(paymentCurrency)
  const wrong = paymentCurrency !== undefined && amount !== "" && !isPayable(amount, paymentCurrency)
  const money = (value: string) => formatCurrency(value, currency, core.locale.value)
  const range = reach && { min: money(reach.min), max: money(reach.max) }
  return (
    <>
      <AmountField
        name={text("youPay")}
        value={amount}
        wrong={wrong}
        sign={formatCurrency.sign(currency, core.locale.value)}
        onInput={(typed) => {
          paymentAmount.value = typedDecimal(typed, decimalsShown.moneyDecimals)
        }}
        head={<span>{text("youPay")}</span>}
        end={
          <Chip
            size="token"
            on="surface"
            logo={<TokenIcon size={28} src={image("currency", currency)} name={currency} />}
            aria-label={text("currency", { currency })}
            onClick={() => run(goTo({ name: "OnRampFiatSelect" }))}
          >
            {currency}
          </Chip>
        }
        foot={
          range &&
          (wrong ? (
            <span className={error()} role="status">
              <Icon of={ErrorMark} size={16} />
              {text("outsideLimits", range)}
            </span>
          ) : (
            <span>{text("limits", range)}</span>
          ))
        }
      />
      <AmountPresets
        name={text("presets")}
        amounts={limits.presets}
        chosen={amount}
        shown={money}
        onChoose={(preset) => {
          paymentAmount.value = preset
        }}
      />
    </>
  )
}

/** Token and estimated amount to receive. */
function Bought() {
  const { core, run, image } = useModal()
  const text = useText({ onramp: onrampMessages })
  const { pair, quote, paymentAmount } = useSlice(onramp)
  const { purchaseCurrency, paymentCurrency } = pair.value
  // No quote is requested for an amount that cannot be paid.
  const coming = paymentCurrency === undefined || isPayable(paymentAmount.value, paymentCurrency)
  const now = quote.value
  const known = now.status === "loaded" ? now.value : undefined
  const symbol = purchaseCurrency?.symbol ?? ""
  return (
    <div className={bought({ estimate: known?.estimate === true })}>
      <span className={quiet()}>
        {text("youBuy")}
        {known?.estimate && <Tag kind="warning">{text("estimate")}</Tag>}
      </span>
      <span className={sum()} aria-live="polite" aria-busy={now.status === "loading" && coming}>
        {now.status === "loading" && coming && <Bar inline={96} />}
        {known && (
          <bdi>
            {known.estimate
              ? text("worthAbout", {
                  amount: formatCurrency(known.purchaseAmount.amount, known.purchaseAmount.currency, core.locale.value),
                })
              : text("about", { amount: formatCurrency.token(known.purchaseAmount.amount, core.locale.value) })}
          </bdi>
        )}
      </span>
      <Chip
        size="token"
        logo={<TokenIcon size={28} src={symbol ? image("token", symbol) : undefined} name={symbol} />}
        aria-label={text("token", { token: symbol })}
        onClick={() => run(goTo({ name: "OnRampTokenSelect" }))}
      >
        {symbol}
      </Chip>
    </div>
  )
}

/**
 * List of providers. A click opens the provider's window. Disabled until a quote is loaded, and while the quote is only
 * an estimate.
 */
function Sellers() {
  const { run } = useModal()
  const text = useText({ onramp: onrampMessages })
  const { providers, quote } = useSlice(onramp)
  const now = quote.value
  const estimate = now.status === "loaded" && now.value.estimate
  return (
    <>
      {estimate && (
        <Callout
          icon={Warning}
          role="status"
          action={
            <Button size="small" icon={Retry} onClick={() => run(retryBuying())}>
              {text("tryAgain")}
            </Button>
          }
        >
          {text("noPriceHint")}
        </Callout>
      )}
      <RowGroup list label={text("providers")}>
        {providers.value.map((provider) => (
          <li key={provider.name}>
            <Seller provider={provider} disabled={now.status !== "loaded" || estimate} />
          </li>
        ))}
      </RowGroup>
    </>
  )
}

function Seller({ provider, disabled }: { readonly provider: OnrampProvider; readonly disabled: boolean }) {
  const { core, run } = useModal()
  const text = useText({ onramp: onrampMessages })
  const served = core.networks.value.filter(
    ({ chainNamespace, testnet }) =>
      !testnet &&
      namespaceTable[chainNamespace].can.includes("onramp") &&
      provider.supportedChains.includes(chainNamespace),
  )
  return (
    <Row
      logo={<WalletLogo src={undefined} name={provider.label} />}
      second={text("feeRange", { fee: provider.feeRange })}
      end={
        <span className={ways()}>
          <NetworkMarks of={served} />
          <Icon of={Outward} size={18} />
        </span>
      }
      disabled={disabled}
      data-provider={provider.name}
      onClick={() => run(buy(provider, openPopup("onramp", windows.onramp, true)))}
    >
      {provider.label}
    </Row>
  )
}

const frame = css({ display: "flex", flexDirection: "column", gap: "8px", padding: "0 8px 8px" })
const bought = css({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  gap: "8px",
  minBlockSize: "48px",
  paddingInline: "12px 4px",
  variants: {
    // The note about an estimate has its own line.
    estimate: {
      true: {
        paddingBlockStart: "8px",
        "& > :first-child": { flex: "0 0 100%", flexDirection: "row", alignItems: "center", gap: "8px" },
        "& > :nth-child(2)": { justifyContent: "flex-start", textAlign: "start" },
      },
    },
  },
})
const quiet = css({
  type: "body",
  display: "flex",
  flexDirection: "column",
  alignItems: "flex-start",
  gap: "2px",
  color: "var(--po-text-2)",
})
const sum = css({
  type: "row",
  flex: 1,
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  justifyContent: "flex-end",
  gap: "4px 8px",
  textAlign: "end",
  textWrap: "balance",
  fontVariantNumeric: "tabular-nums",
})
const ways = css({ display: "flex", alignItems: "center", gap: "8px" })
const error = css({ display: "flex", gap: "6px", color: "var(--po-error)" })
