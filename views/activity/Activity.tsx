import { useCallback } from "react"
import { actions } from "../../src/account/state/actions.ts"
import { moreActivity, refreshActivity, showSent } from "../../src/activity/operations.ts"
import { activity } from "../../src/activity/state.ts"
import { formatMonth } from "../../src/core/dates.ts"
import { transfers } from "../../src/send/state/transfers.ts"
import { ExplorerLink } from "../balances/ExplorerLink.tsx"
import { FundButton } from "../balances/FundButton.tsx"
import activityMessages from "../locales/en/activity.json" with { type: "json" }
import titles from "../locales/en/titles.json" with { type: "json" }
import { useModal, useScroller, useSlice, useTask, useText } from "../shared/first-paint/useModal.ts"
import { css } from "../styles/stitches.ts"
import { Button } from "../ui/Button.tsx"
import { EmptyState } from "../ui/EmptyState.tsx"
import { Offline, Past, Retry } from "../ui/icons.tsx"
import { rowGroup } from "../ui/RowGroup.tsx"
import { SkeletonRows } from "../ui/Skeleton.tsx"
import { Spinner } from "../ui/Spinner.tsx"
import { VirtualList } from "../ui/VirtualList.tsx"
import { TransactionRow } from "./TransactionRow.tsx"

/**
 * Transactions of the active account on the active network, grouped by month. Loads more as the visitor scrolls to the
 * end.
 */
export function Activity() {
  const { core, run } = useModal()
  const text = useText({ activity: activityMessages, titles })
  const { possible, isServed } = useSlice(actions)
  const { transactions, months, progress, next, of } = useSlice(activity)
  const scroller = useScroller()
  const here = `${core.network.value?.caipNetworkId}:${core.address.value}`
  const there = possible("activity")
  useTask(refreshActivity, [here, there, isServed.value, core.online.value])
  const { sent } = useSlice(transfers)
  useTask(() => showSent, [sent.value])

  const ids = transactions.ids.value
  const state = progress.value.status
  const cursor = next.value
  const more = useCallback(
    ({ to }: { readonly to: number }) => {
      if (to >= ids.length && cursor !== undefined && state === "loaded") run(moreActivity())
    },
    [ids.length, cursor, state, run],
  )
  if (!there)
    return (
      <EmptyState icon={Past} heading={text("noActivityHere")} actions={<ExplorerLink />}>
        {text("noActivityHereHint")}
      </EmptyState>
    )
  // While the list still belongs to another account, do not render it.
  if (ids.length > 0 && of.value === here) {
    const now = Date.now()
    return (
      <>
        <VirtualList
          key={here}
          name={text("activity")}
          ids={ids}
          pitch={pitch}
          parts={months.value.map(({ year, month, count }) => ({
            key: `${year} ${month}`,
            heading: () => formatMonth(year, month, now, core.locale.value),
            count,
          }))}
          className={rowGroup({ kind: "bare" })}
          scroller={scroller}
          onShow={more}
          render={renderRow}
        />
        {state === "loading" && cursor !== undefined && (
          <div className={end()} role="status" aria-label={text("loadingMore")} aria-busy="true">
            <Spinner />
          </div>
        )}
      </>
    )
  }
  if (!core.online.value)
    return (
      <EmptyState icon={Offline} heading={text("offline")}>
        {text("activityOffline")}
      </EmptyState>
    )
  if (state === "failed")
    return (
      <EmptyState
        kind="failed"
        icon={Past}
        heading={text("activityFailed")}
        actions={
          <Button kind="primary" icon={Retry} onClick={() => run(refreshActivity())}>
            {text("tryAgain")}
          </Button>
        }
      >
        {text("activityFailedHint")}
      </EmptyState>
    )
  if (state === "loaded")
    return (
      <EmptyState icon={Past} heading={text("noActivity")} actions={<FundButton />}>
        {text("noActivityHint", { network: core.network.value?.name ?? "" })}
      </EmptyState>
    )
  return (
    <div className={rowGroup({ kind: "bare" })} aria-busy="true">
      <SkeletonRows count={7} two round="full" />
    </div>
  )
}

const renderRow = (id: string) => <TransactionRow id={id} />

const pitch = 56

const end = css({ display: "grid", placeItems: "center", minBlockSize: `${pitch}px` })
