import { useState } from "react"
import type { TokenRow } from "../../src/balances/model/tokens.ts"
import { balances } from "../../src/balances/state/tokens.ts"
import { formatAmount } from "../../src/core/formatAmount.ts"
import { formatMoney } from "../../src/core/formatMoney.ts"
import { chooseToken } from "../../src/send/flows.ts"
import { send } from "../../src/send/state/form.ts"
import sendMessages from "../locales/en/send.json" with { type: "json" }
import { useModal, useScroller, useSlice, useText } from "../shared/first-paint/useModal.ts"
import { useNetworkImage } from "../shared/useNetworkImage.ts"
import { css } from "../styles/stitches.ts"
import { EmptyState } from "../ui/EmptyState.tsx"
import { Wallet } from "../ui/icons.tsx"
import { Money } from "../ui/Money.tsx"
import { Row } from "../ui/Row.tsx"
import { rowGroup } from "../ui/RowGroup.tsx"
import { SearchField } from "../ui/SearchField.tsx"
import { SectionHead } from "../ui/SectionHead.tsx"
import { TokenIcon } from "../ui/TokenIcon.tsx"
import { VirtualList } from "../ui/VirtualList.tsx"

/** List to choose one of the account's tokens. */
export function WalletSendSelectToken() {
  const text = useText({ send: sendMessages })
  const { choices } = useSlice(send)
  const { tokens } = useSlice(balances)
  void tokens.ids.value
  const scroller = useScroller()
  const [typed, setTyped] = useState("")
  const words = typed.trim().toLowerCase()
  const found = choices.value.filter(
    ({ name, symbol, address = "" }) =>
      name.toLowerCase().includes(words) ||
      symbol.toLowerCase().includes(words) ||
      address.toLowerCase().endsWith(words),
  )
  return (
    <div className={frame()}>
      <SearchField name={text("searchTokens")} clear={text("clear")} value={typed} onInput={setTyped} />
      {found.length === 0 ? (
        <EmptyState icon={Wallet} heading={text("noTokensFound")}>
          {text("noTokensFoundHint")}
        </EmptyState>
      ) : (
        <>
          <SectionHead>{text("yourTokens")}</SectionHead>
          <VirtualList
            name={text("yourTokens")}
            ids={found.map(({ key }) => key)}
            pitch={pitch}
            className={rowGroup()}
            scroller={scroller}
            render={(id) => <Choice token={found.find(({ key }) => key === id)} />}
          />
        </>
      )}
    </div>
  )
}

function Choice({ token }: { readonly token: TokenRow | undefined }) {
  const { core, run, image } = useModal()
  const { token: now } = useSlice(send)
  const network = core.network.value
  const badge = useNetworkImage(network)
  if (!token) return null
  const { key, name, symbol, address, quantity, value, price, iconUrl } = token
  return (
    <Row
      logo={
        <TokenIcon
          src={iconUrl || image("token", symbol)}
          name={symbol}
          network={{ src: badge, name: network?.name ?? "" }}
        />
      }
      second={quantity === "" ? symbol : `${formatAmount(quantity, undefined, core.locale.value)} ${symbol}`}
      end={price > 0 ? <Money>{formatMoney(value, core.locale.value)}</Money> : undefined}
      selected={now.value?.key === key}
      data-token={address ?? "native"}
      onClick={() => run(chooseToken(key))}
    >
      {name}
    </Row>
  )
}

const pitch = 56
const frame = css({ display: "flex", flexDirection: "column", gap: "8px", padding: "0 8px 8px" })
