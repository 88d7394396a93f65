import { useState } from "react"
import { formatAmount } from "../../src/core/formatAmount.ts"
import { formatMoney } from "../../src/core/formatMoney.ts"
import { truncateAddress } from "../../src/core/truncate.ts"
import type { RouteOf } from "../../src/navigation/first-paint/model/routes.ts"
import { chooseSwapToken, completeTokens, prepareSwap } from "../../src/swap/flows.ts"
import type { SwapToken } from "../../src/swap/model/quote.ts"
import { contractOf, isNative, swapLists } from "../../src/swap/model/tokens.ts"
import { swap } from "../../src/swap/state.ts"
import commonMessages from "../locales/en/common.json" with { type: "json" }
import swapMessages from "../locales/en/swap.json" with { type: "json" }
import { useModal, useScroller, useSlice, useTask, useText } from "../shared/first-paint/useModal.ts"
import { css } from "../styles/stitches.ts"
import { Button } from "../ui/Button.tsx"
import { EmptyState } from "../ui/EmptyState.tsx"
import { Offline, Retry, Search } from "../ui/icons.tsx"
import { Money } from "../ui/Money.tsx"
import { Row } from "../ui/Row.tsx"
import { rowGroup } from "../ui/RowGroup.tsx"
import { SearchField } from "../ui/SearchField.tsx"
import { SectionHead } from "../ui/SectionHead.tsx"
import { SkeletonRows } from "../ui/Skeleton.tsx"
import { TokenIcon } from "../ui/TokenIcon.tsx"
import { VirtualList } from "../ui/VirtualList.tsx"

/** List to choose the token to pay with or to receive: suggested tokens, the account's tokens, then all others. */
export function SwapSelectToken({ target }: RouteOf<"SwapSelectToken">) {
  const { run } = useModal()
  const text = useText({ swap: swapMessages })
  const { known, lacks, tokens, from, to } = useSlice(swap)
  const scroller = useScroller()
  const common = useText({ common: commonMessages })
  const loading = tokens.value.status === "loading"
  const failed = tokens.value.status === "failed" && known.value.length === 0
  useTask(() => (known.value.length > 0 ? undefined : prepareSwap({})), [])
  useTask(() => (lacks.value ? completeTokens({}) : undefined), [lacks.value])
  const [typed, setTyped] = useState("")
  const words = typed.trim().toLowerCase()
  const found = known.value.filter(
    ({ name, symbol, address }) =>
      name.toLowerCase().includes(words) || symbol.toLowerCase().includes(words) || contractOf(address) === words,
  )
  const { suggested, yours, others } = swapLists(found)
  const chosen = (target === "sourceToken" ? from : to).value?.address
  const list = (name: string, tokens: readonly SwapToken[]) =>
    tokens.length > 0 && (
      <>
        <SectionHead>{name}</SectionHead>
        <VirtualList
          name={name}
          ids={tokens.map(({ address }) => address)}
          pitch={pitch}
          className={rowGroup()}
          scroller={scroller}
          render={(id) => (
            <Choice token={tokens.find(({ address }) => address === id)} target={target} chosen={chosen} />
          )}
        />
      </>
    )
  return (
    <div className={frame()}>
      <SearchField name={text("searchTokens")} clear={text("clear")} value={typed} onInput={setTyped} />
      {found.length === 0 && loading && (
        <div aria-busy="true">
          <SkeletonRows count={5} two round="full" />
        </div>
      )}
      {found.length === 0 && !loading && !failed && <EmptyState icon={Search} heading={text("noTokensFound")} />}
      {failed && (
        <EmptyState
          kind="failed"
          icon={Offline}
          heading={text("tokensFailed")}
          actions={
            <Button kind="primary" icon={Retry} onClick={() => run(prepareSwap({}))}>
              {common("tryAgain")}
            </Button>
          }
        />
      )}
      {words === "" && suggested.length > 0 && (
        <fieldset className={chips()} aria-label={text("suggested")}>
          {suggested.map((token) => (
            <Button key={token.address} size="small" onClick={() => run(chooseSwapToken(target, token))}>
              {token.symbol}
            </Button>
          ))}
        </fieldset>
      )}
      {list(text("yourTokens"), yours)}
      {list(text("tokens"), others)}
    </div>
  )
}

function Choice({ token, target, chosen }: ChoiceProps) {
  const { core, run, image } = useModal()
  const { namesakes } = useSlice(swap)
  if (!token) return null
  const { address, name, symbol, logoUri, quantity, price } = token
  const held = /[1-9]/.test(quantity ?? "")
  const locale = core.locale.value
  const words = held && quantity !== undefined ? `${formatAmount(quantity, undefined, locale)} ${symbol}` : symbol
  return (
    <Row
      logo={<TokenIcon src={logoUri || image("token", symbol)} name={symbol} />}
      second={
        isNative(token) || !namesakes.value.has(address) ? (
          words
        ) : (
          <>
            {words} · <bdi dir="ltr">{truncateAddress(contractOf(address))}</bdi>
          </>
        )
      }
      end={held && price > 0 ? <Money>{formatMoney(Number(quantity ?? 0) * price, locale)}</Money> : undefined}
      selected={address === chosen}
      data-token={isNative(token) ? "native" : contractOf(address)}
      onClick={() => run(chooseSwapToken(target, token))}
    >
      {name}
    </Row>
  )
}

interface ChoiceProps {
  readonly token: SwapToken | undefined
  readonly target: "sourceToken" | "toToken"
  readonly chosen: string | undefined
}

const pitch = 56
const frame = css({ display: "flex", flexDirection: "column", gap: "8px", padding: "0 8px 8px" })
const chips = css({
  display: "flex",
  flexWrap: "wrap",
  gap: "8px",
  minInlineSize: 0,
  margin: 0,
  padding: "0 4px",
  border: 0,
})
