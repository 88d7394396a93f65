import { actions } from "../../src/account/state/actions.ts"
import { latest } from "../../src/core/first-paint/loadable.ts"
import { goTo } from "../../src/navigation/opening/flows.ts"
import { isSameAsset } from "../../src/pay/model.ts"
import { deposit } from "../../src/pay/state.ts"
import { openBuying, openDeposit, openReceive } from "../../src/receive/flows.ts"
import account from "../locales/en/account.json" with { type: "json" }
import receive from "../locales/en/receive.json" with { type: "json" }
import titles from "../locales/en/titles.json" with { type: "json" }
import { useModal, useSlice, useTask, useText } from "../shared/first-paint/useModal.ts"
import { css } from "../styles/stitches.ts"
import { Button } from "../ui/Button.tsx"
import { EmptyState } from "../ui/EmptyState.tsx"
import { Icon } from "../ui/Icon.tsx"
import { Card, Exchange, Incoming, Next, Wallet } from "../ui/icons.tsx"
import { Row } from "../ui/Row.tsx"
import { RowGroup } from "../ui/RowGroup.tsx"
import { RowIcon } from "../ui/RowIcon.tsx"
import { useNextStep } from "./NoAddress.tsx"

/** List of the ways to fund the wallet that are available on the site and the network. */
export function FundWallet() {
  const { run } = useModal()
  const text = useText({ receive, account, titles })
  const { possible } = useSlice(actions)
  const next = useNextStep()
  const ways = [
    { feature: "onramp", icon: Card, first: "buyCrypto", second: "buyCryptoHint", go: openBuying },
    { feature: "receive", icon: Incoming, first: "receiveFunds", second: "receiveFundsHint", go: openReceive },
  ] as const
  const offered = ways.filter(({ feature }) => possible(feature))
  const deposits = possible("exchange")
  return (
    <div className={frame()}>
      {offered.length === 0 && !deposits ? (
        <EmptyState
          icon={Wallet}
          heading={text("noWays")}
          actions={
            <Button kind="primary" onClick={() => run(goTo(next.to))}>
              {text(next.label)}
            </Button>
          }
        >
          {text(next.hint)}
        </EmptyState>
      ) : (
        <RowGroup>
          {offered.map(({ feature, icon, first, second, go }) => (
            <Row
              key={feature}
              logo={<RowIcon icon={icon} color="accent" mirrored={icon === Incoming} />}
              second={text(second)}
              end={<Icon of={Next} size={18} mirrored />}
              data-action={feature}
              onClick={() => run(go())}
            >
              {text(first)}
            </Row>
          ))}
          {deposits && <Deposit />}
        </RowGroup>
      )}
    </div>
  )
}

/** Row that opens exchange deposits. Disabled if the network has no asset to deposit, or no exchange supports it. */
function Deposit() {
  const { core, run } = useModal()
  const text = useText({ receive, account })
  const { asset, exchanges } = useSlice(deposit)
  const of = asset.value
  const known = latest(exchanges.value)
  const status = exchanges.value.status
  const found = of && known && isSameAsset(known.of, of) ? known.exchanges : undefined
  const none = of === undefined || found?.length === 0
  useTask(
    () => async () => (await import("../../src/pay/flows/deposit.ts")).findExchanges(),
    [core.network.value?.caipNetworkId],
  )
  return (
    <Row
      logo={<RowIcon icon={Exchange} color="accent" />}
      second={text(none ? "noExchangeHere" : status === "failed" && !found ? "exchangesFailed" : "depositHint")}
      busy={!none && status === "loading" && !found}
      disabled={none}
      end={<Icon of={Next} size={18} mirrored />}
      data-action="exchange"
      onClick={() => run(openDeposit())}
    >
      {text("deposit")}
    </Row>
  )
}

const frame = css({ padding: "0 8px 8px" })
