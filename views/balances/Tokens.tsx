import type { ReadonlySignal } from "@preact/signals-core"
import { useComputed } from "@preact/signals-react"
import { memo } from "react"
import { retryBalances } from "../../src/balances/flows/tokens.ts"
import type { TokenRow } from "../../src/balances/model/tokens.ts"
import { balances } from "../../src/balances/state/tokens.ts"
import { formatAmount } from "../../src/core/formatAmount.ts"
import { formatMoney, formatSmallMoney } from "../../src/core/formatMoney.ts"
import account from "../locales/en/account.json" with { type: "json" }
import { useModal, useScroller, useSlice, useText } from "../shared/first-paint/useModal.ts"
import { useNetworkImage } from "../shared/useNetworkImage.ts"
import { Button } from "../ui/Button.tsx"
import { EmptyState } from "../ui/EmptyState.tsx"
import { Offline, Retry, Wallet } from "../ui/icons.tsx"
import { Money } from "../ui/Money.tsx"
import { Row } from "../ui/Row.tsx"
import { RowGroup, rowGroup } from "../ui/RowGroup.tsx"
import { SkeletonRows } from "../ui/Skeleton.tsx"
import { TokenIcon } from "../ui/TokenIcon.tsx"
import { VirtualList } from "../ui/VirtualList.tsx"
import { FundButton } from "./FundButton.tsx"

/**
 * Token list. It reads only the IDs, so it re-renders when a token is added or removed, but not when a price changes.
 */
export function Tokens() {
  const { core, run } = useModal()
  const text = useText({ account })
  const { tokens, refresh } = useSlice(balances)
  const scroller = useScroller()
  const ids = tokens.ids.value
  if (ids.length > 0)
    return (
      <VirtualList
        name={text("tokens")}
        ids={ids}
        pitch={pitch}
        className={rowGroup({ kind: "bare" })}
        scroller={scroller}
        render={renderToken}
      />
    )

  const state = refresh.value.status
  if (!core.online.value)
    return (
      <EmptyState icon={Offline} heading={text("offline")}>
        {text("balancesOffline")}
      </EmptyState>
    )
  if (state === "failed")
    return (
      <EmptyState
        kind="failed"
        icon={Wallet}
        heading={text("balancesFailed")}
        actions={
          <Button kind="primary" icon={Retry} onClick={() => run(retryBalances())}>
            {text("tryAgain")}
          </Button>
        }
      >
        {text("balancesFailedHint")}
      </EmptyState>
    )
  if (state === "loaded")
    return (
      <EmptyState icon={Wallet} heading={text("noTokens")} actions={<FundButton />}>
        {text("noTokensHint", { network: core.network.value?.name ?? "" })}
      </EmptyState>
    )
  return (
    <RowGroup kind="bare">
      <div aria-busy="true">
        <SkeletonRows count={3} two round="full" />
      </div>
    </RowGroup>
  )
}

const renderToken = (id: string) => <Token id={id} />

/** Row of one token. A price change updates its text without a re-render. */
const Token = memo(({ id }: { readonly id: string }) => {
  const { core, image } = useModal()
  const { tokens } = useSlice(balances)
  const token = tokens.get(id)
  const badge = useNetworkImage(core.network.peek())
  if (!token) return null
  const { iconUrl, symbol } = token.peek()
  return (
    <TokenLine
      token={token}
      picture={iconUrl || image("token", symbol)}
      locale={core.locale}
      badge={badge}
      network={core.network.peek()?.name ?? ""}
    />
  )
})

const TokenLine = memo(
  ({
    token,
    picture,
    locale,
    badge,
    network,
  }: {
    token: ReadonlySignal<TokenRow>
    picture: string | undefined
    locale: ReadonlySignal<string>
    badge: string | undefined
    network: string
  }) => {
    const { name, symbol, address } = token.peek()
    const value = useComputed(() => formatMoney(token.value.value, locale.value))
    const amount = useComputed(() => `${formatAmount(token.value.quantity, undefined, locale.value)} ${symbol}`)
    const price = useComputed(() => formatSmallMoney(token.value.price, locale.value))
    return (
      <Row
        logo={<TokenIcon src={picture} name={symbol} network={{ src: badge, name: network }} />}
        second={amount}
        end={<Money>{value}</Money>}
        endSecond={<bdi dir="ltr">{price}</bdi>}
        data-token={address ?? "native"}
      >
        {name}
      </Row>
    )
  },
)

const pitch = 56
