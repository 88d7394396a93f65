import { useId, useState } from "react"
import { shownConnections } from "../../src/connections/first-paint/model/shownConnections.ts"
import { addWallet, learnWallets, signOutOf } from "../../src/connections/flows/profileWallets.ts"
import { profileWallets as slice } from "../../src/connections/state/profileWallets.ts"
import { recents } from "../../src/connections/state/recentConnections.ts"
import { namespaceTable } from "../../src/namespaces/model/namespaceTable.ts"
import type { RouteOf } from "../../src/navigation/first-paint/model/routes.ts"
import type { Namespace } from "../../src/options/namespaces.ts"
import connectionsMessages from "../locales/en/connections.json" with { type: "json" }
import { useModal, useSlice, useTask, useText } from "../shared/first-paint/useModal.ts"
import { css } from "../styles/stitches.ts"
import { Button } from "../ui/Button.tsx"
import { EmptyState } from "../ui/EmptyState.tsx"
import { Add, Wallet } from "../ui/icons.tsx"
import { RowGroup } from "../ui/RowGroup.tsx"
import { SectionHead } from "../ui/SectionHead.tsx"
import { SegmentedControl } from "../ui/SegmentedControl.tsx"
import { SkeletonRows } from "../ui/Skeleton.tsx"
import { LockedWallet } from "./LockedWallet.tsx"
import { RecentWallet } from "./RecentWallet.tsx"
import { WalletCard } from "./WalletCard.tsx"

/** The visitor's wallets in a namespace: the active one, other connected ones, and recent ones. */
export function ProfileWallets({ namespace: requested }: RouteOf<"ProfileWallets">) {
  const { core } = useModal()
  const text = useText({ connections: connectionsMessages })
  const [chosen, choose] = useState<Namespace>(requested ?? core.namespace.peek())
  const panel = useId()
  const tabs = Object.keys(core.accounts).filter((name): name is Namespace =>
    core.networks.value.some(({ chainNamespace }) => chainNamespace === name),
  )
  const namespace = tabs.includes(chosen) ? chosen : (tabs[0] ?? chosen)
  const { connections } = core.accounts[namespace].value
  const addresses = connections.flatMap(({ accounts }) => accounts.map(({ address }) => address)).join()
  useTask(() => learnWallets(namespace), [namespace, addresses])

  return (
    <div className={frame()}>
      {tabs.length > 1 && (
        <SegmentedControl
          name={text("chain")}
          options={tabs.map((value) => ({ value, label: chainName(value, text("evm")) }))}
          value={namespace}
          panel={panel}
          onChoose={choose}
        />
      )}
      <div id={panel} className={frame({ inner: true })} {...(tabs.length > 1 ? { role: "tabpanel" } : {})}>
        <Wallets key={namespace} namespace={namespace} />
      </div>
    </div>
  )
}

function Wallets({ namespace }: { readonly namespace: Namespace }) {
  const { core, run } = useModal()
  const text = useText({ connections: connectionsMessages })
  const { recentConnections } = useSlice(recents)
  const { busy } = useSlice(slice)
  const several = core.remoteFeatures.value.multiWallet
  const state = core.accounts[namespace].value
  const { active, status } = state
  const shown = shownConnections(state, several)
  const used = shown.find(({ connectorId }) => connectorId === active)
  const ordered = used ? [used, ...shown.filter((one) => one !== used)] : shown
  const recent = recentConnections.value.filter((one) => one.namespace === namespace)
  const sleeps = active !== undefined && !used
  const waits = status === "connecting" && !used
  const none = shown.length === 0 && !sleeps && !waits
  const everything = `end:${namespace}:`
  const chain = chainName(namespace, text("evm"))

  const add = (
    <Button kind={none ? "primary" : "secondary"} icon={Add} onClick={() => run(addWallet(namespace))}>
      {text("addWallet", { chain })}
    </Button>
  )

  return (
    <>
      {shown.length > 0 && (
        <SectionHead
          end={
            shown.length > 1 && (
              <span className={wayOut()}>
                <Button
                  kind="plain"
                  size="small"
                  quiet
                  busy={busy.value === everything}
                  onClick={() =>
                    run(
                      signOutOf(
                        { namespace },
                        { done: () => text("walletDisconnected"), failed: () => text("walletDisconnectFailed") },
                      ),
                    )
                  }
                >
                  {text("disconnectAll")}
                </Button>
              </span>
            )
          }
        >
          {text("connectedCount", { count: shown.length })}
        </SectionHead>
      )}
      {none && (
        <EmptyState icon={Wallet} heading={text("noWalletConnected")} actions={add}>
          {text("noWalletConnectedHint")}
        </EmptyState>
      )}
      <div className={list({ alone: shown.length === 0 && !none })}>
        {waits && (
          <RowGroup>
            <div role="status" aria-busy="true">
              <SkeletonRows count={1} two round="full" />
            </div>
          </RowGroup>
        )}
        {sleeps && !waits && <LockedWallet namespace={namespace} connectorId={active} />}
        {ordered.flatMap((connection) =>
          connection.accounts.map((account, at) => (
            <WalletCard
              key={`${connection.connectorId} ${account.address}`}
              connection={connection}
              account={account}
              used={connection === used && at === 0 && namespace === core.namespace.value}
              leads={at === 0}
            />
          )),
        )}
      </div>
      {recent.length > 0 && <SectionHead>{text("recentlyConnected")}</SectionHead>}
      <div className={list()}>
        {recent.map((one) => (
          <RecentWallet key={`${one.connectorId} ${one.accounts[0]?.address}`} recent={one} />
        ))}
        {several && !none && add}
      </div>
    </>
  )
}

const chainName = (namespace: Namespace, evm: string) =>
  namespace === "eip155" ? evm : namespaceTable[namespace].label

const frame = css({
  display: "flex",
  flexDirection: "column",
  padding: "0 8px 8px",
  variants: { inner: { true: { padding: 0 } } },
})

const list = css({
  display: "flex",
  flexDirection: "column",
  gap: "8px",
  "& + &:not(:empty)": { marginBlockStart: "8px" },
  variants: { alone: { true: { marginBlockStart: "8px" } } },
})

// Aligns the button's label with the text of the cards.
const wayOut = css({ marginInlineEnd: "-11px", marginBlock: "-8px" })
