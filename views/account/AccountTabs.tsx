import { Suspense, useId } from "react"
import { chooseTab } from "../../src/account/flows.ts"
import { account } from "../../src/account/state/account.ts"
import { actions } from "../../src/account/state/actions.ts"
import { supports } from "../../src/namespaces/model/namespaceTable.ts"
import { Tokens } from "../balances/Tokens.tsx"
import accountMessages from "../locales/en/account.json" with { type: "json" }
import titles from "../locales/en/titles.json" with { type: "json" }
import { lazyView } from "../shared/first-paint/lazyView.ts"
import { useModal, useSlice, useText } from "../shared/first-paint/useModal.ts"
import { css } from "../styles/stitches.ts"
import { IconButton } from "../ui/IconButton.tsx"
import { Larger } from "../ui/icons.tsx"
import { SkeletonRows } from "../ui/Skeleton.tsx"
import { Tabs } from "../ui/Tabs.tsx"

/**
 * Tabs with the account's tokens, NFTs and, if available, activity. In namespaces without activity, renders only the tokens, without tabs,
 * or nothing if they are not available.
 */
export function AccountTabs() {
  const { core, run } = useModal()
  const text = useText({ account: accountMessages, titles })
  const { tab } = useSlice(account)
  const { possible } = useSlice(actions)
  const panel = useId()
  if (!supports(core.namespace.value, "activity")) return possible("balances") ? <Tokens /> : null

  const tabs: readonly (typeof allTabs)[number][] = possible("activity")
    ? allTabs
    : allTabs.filter((one) => one !== "activity")
  const shown = tabs[tab.value] ?? "tokens"
  return (
    <>
      <div className={bar()}>
        <Tabs
          name={text("holdings")}
          options={tabs.map((value) => ({ value, label: text(value) }))}
          value={shown}
          panel={panel}
          onChoose={(value) => run(chooseTab(tabs.indexOf(value)))}
        />
        {shown === "activity" && (
          <IconButton
            name={text("allActivity")}
            icon={Larger}
            iconSize={18}
            onClick={() => run(async () => (await import("../../src/activity/operations.ts")).showActivity())}
          />
        )}
      </div>
      <div id={panel} role="tabpanel" aria-label={text(shown)}>
        {shown === "tokens" && <Tokens />}
        {shown === "nfts" && (
          <Suspense fallback={<SkeletonRows count={3} two />}>
            <Nfts />
          </Suspense>
        )}
        {shown === "activity" && (
          <Suspense fallback={<SkeletonRows count={7} two round="full" />}>
            <Activity />
          </Suspense>
        )}
      </div>
    </>
  )
}

/** Tabs in display order. */
const allTabs = ["tokens", "nfts", "activity"] as const

const Nfts = lazyView(() => import("../balances/Nfts.tsx"), "Nfts")
const Activity = lazyView(() => import("../activity/Activity.tsx"), "Activity")

const bar = css({
  display: "flex",
  alignItems: "center",
  paddingInlineEnd: "2px",
  boxShadow: "inset 0 -1px var(--po-line)",
  "& > :first-child": { flex: 1, minInlineSize: 0 },
})
