import { actions } from "../../src/account/state/actions.ts"
import { leave } from "../../src/connections/opening/flows.ts"
import { typedDecimal } from "../../src/core/amounts.ts"
import { decimalsShown } from "../../src/core/first-paint/display.ts"
import { windows } from "../../src/core/first-paint/limits.ts"
import { latest } from "../../src/core/first-paint/loadable.ts"
import { formatCurrency } from "../../src/core/formatCurrency.ts"
import { formatMoney } from "../../src/core/formatMoney.ts"
import { goTo } from "../../src/navigation/opening/flows.ts"
import { depositFrom, findExchanges, prepareDeposit } from "../../src/pay/flows/deposit.ts"
import { deposit as limits } from "../../src/pay/limits.ts"
import { isSameAsset } from "../../src/pay/model.ts"
import { deposit } from "../../src/pay/state.ts"
import { openPopup } from "../../src/stub/popup.ts"
import pay from "../locales/en/pay.json" with { type: "json" }
import titles from "../locales/en/titles.json" with { type: "json" }
import { useModal, useSlice, useTask, useText } from "../shared/first-paint/useModal.ts"
import { useReason } from "../shared/useReason.ts"
import { css } from "../styles/stitches.ts"
import { AmountField } from "../ui/AmountField.tsx"
import { AmountPresets } from "../ui/AmountPresets.tsx"
import { Button, Pair } from "../ui/Button.tsx"
import { Callout } from "../ui/Callout.tsx"
import { Chip } from "../ui/Chip.tsx"
import { EmptyState } from "../ui/EmptyState.tsx"
import { Icon } from "../ui/Icon.tsx"
import { ErrorMark, Exchange, Leave, Offline, Retry, Wallet } from "../ui/icons.tsx"
import { WalletLogo } from "../ui/RemoteImage.tsx"
import { Row } from "../ui/Row.tsx"
import { RowGroup } from "../ui/RowGroup.tsx"
import { Bar, SkeletonRows } from "../ui/Skeleton.tsx"
import { AssetIcon } from "./AssetIcon.tsx"
import { DepositProgress } from "./DepositProgress.tsx"
import { useDepositMessages } from "./useDepositMessages.ts"

/** Form to deposit from an exchange, then the deposit's progress. */
export function PayWithExchange() {
  const { core, run } = useModal()
  const text = useText({ pay, titles })
  const { possible } = useSlice(actions)
  const { asset, current } = useSlice(deposit)
  const messages = useDepositMessages()
  const network = core.network.value
  useTask(() => prepareDeposit(messages), [network?.caipNetworkId, asset.value?.asset, core.address.value])

  const now = current.value
  if (now && now.status !== "opening") return <DepositProgress now={now} />
  if (!network || !possible("exchange") || core.address.value === undefined)
    return (
      <div className={frame()}>
        <EmptyState
          icon={Wallet}
          heading={text("depositsNotOffered")}
          actions={<Button onClick={() => run(leave())}>{text("close")}</Button>}
        >
          {core.address.value !== undefined && possible("receive") && text("notOfferedHint")}
        </EmptyState>
      </div>
    )
  if (!asset.value)
    return (
      <div className={frame()}>
        <EmptyState
          icon={Exchange}
          heading={text("noExchanges")}
          actions={
            core.networks.value.length > 1 ? (
              <Button onClick={() => run(goTo({ name: "Networks" }))}>{text("switchNetwork")}</Button>
            ) : (
              <Button onClick={() => run(leave())}>{text("close")}</Button>
            )
          }
        >
          {text("noAssetsHint", { network: network.name })}
        </EmptyState>
      </div>
    )
  return (
    <div className={frame()}>
      <Amount />
      <Exchanges />
      <Callout icon={Leave}>{text("depositWindow")}</Callout>
    </div>
  )
}

/** Field for the amount in fiat currency. Shows its value in tokens. */
function Amount() {
  const { core, run } = useModal()
  const text = useText({ pay })
  const { asset, amount, price, tokenAmount } = useSlice(deposit)
  const locale = core.locale.value
  const of = asset.value
  if (!of) return null
  const { symbol } = of.metadata
  const tokens = tokenAmount.value
  return (
    <>
      <AmountField
        name={text("youDeposit")}
        value={amount.value}
        sign={formatCurrency.sign("USD", locale)}
        onInput={(typed) => {
          amount.value = typedDecimal(typed, decimalsShown.moneyDecimals)
        }}
        head={<span>{text("youDeposit")}</span>}
        end={
          <Chip
            size="token"
            on="surface"
            logo={<AssetIcon asset={of} size={28} plain />}
            aria-label={text("asset", { asset: symbol })}
            onClick={() => run(goTo({ name: "PayWithExchangeSelectAsset" }))}
          >
            {symbol}
          </Chip>
        }
        foot={
          <span aria-live="polite" aria-busy={price.value.status === "loading"}>
            {tokens !== undefined ? (
              <bdi>{text("about", { amount: `${tokens} ${symbol}` })}</bdi>
            ) : price.value.status === "loading" || price.value.status === "idle" ? (
              <Bar inline={96} />
            ) : price.value.status === "failed" ? (
              <span className={error()}>
                <Icon of={ErrorMark} size={16} />
                {text("noDepositPrice")}
              </span>
            ) : (
              text("addAmountHint")
            )}
          </span>
        }
      />
      <AmountPresets
        name={text("depositAmounts")}
        amounts={limits.presets}
        chosen={amount.value}
        shown={(preset) => formatMoney(preset, locale).text}
        onChoose={(preset) => {
          amount.value = preset
        }}
      />
    </>
  )
}

/** List of exchanges to deposit from. A click opens the exchange's window. */
function Exchanges() {
  const { core, run } = useModal()
  const text = useText({ pay })
  const reason = useReason()
  const { asset, assets, exchanges, tokenAmount, price, current, error } = useSlice(deposit)
  const messages = useDepositMessages()
  const of = asset.value
  const known = latest(exchanges.value)
  const found = of && known && isSameAsset(known.of, of) ? known.exchanges : undefined
  const opening = current.value
  const again = (
    <Button kind="primary" icon={Retry} onClick={() => run(findExchanges())}>
      {text("tryAgain")}
    </Button>
  )
  if (!found)
    return exchanges.value.status === "failed" ? (
      <EmptyState kind="failed" icon={ErrorMark} heading={text("exchangesFailed")} actions={<Pair even>{again}</Pair>}>
        {core.online.value ? text("exchangesFailedHint") : text("payOffline")}
      </EmptyState>
    ) : (
      <RowGroup>
        <div aria-busy="true">
          <SkeletonRows count={3} />
        </div>
      </RowGroup>
    )
  if (found.length === 0) {
    const hint = assets.value.length > 1 || core.networks.value.length > 1 ? "noExchangesHint" : "noExchangeFor"
    return (
      <EmptyState icon={Exchange} heading={text("noExchanges")}>
        {text(hint, { asset: of?.metadata.symbol ?? "", network: core.network.value?.name ?? "" })}
      </EmptyState>
    )
  }
  const ready = tokenAmount.value !== undefined && core.online.value
  return (
    <>
      {error.value && (
        <Callout kind="failed" icon={ErrorMark} role="alert">
          {text("because", { reason: reason(error.value) })}
        </Callout>
      )}
      {!core.online.value && (
        <Callout icon={Offline} role="status">
          {text("payOffline")}
        </Callout>
      )}
      <RowGroup list label={text("exchanges")}>
        {found.map((exchange) => (
          <li key={exchange.id}>
            <Row
              logo={<WalletLogo src={exchange.imageUrl || undefined} name={exchange.name} />}
              end={<Icon of={Leave} size={18} mirrored />}
              busy={opening?.exchange?.id === exchange.id}
              disabled={!ready || opening !== undefined}
              data-exchange={exchange.id}
              onClick={() => run(depositFrom(exchange, openPopup("exchange", windows.exchange, true), messages))}
            >
              {text("depositFrom", { exchange: exchange.name })}
            </Row>
          </li>
        ))}
      </RowGroup>
      {price.value.status === "failed" && again}
    </>
  )
}

const frame = css({ display: "flex", flexDirection: "column", gap: "8px", padding: "0 8px 8px" })
const error = css({ display: "flex", gap: "6px", color: "var(--po-error)" })
