import { signOutOfWallets, unlockWallet } from "../../src/connections/operations/connections.ts"
import { goTo } from "../../src/navigation/opening/flows.ts"
import { findConnector } from "../../src/wallets/first-paint/model/connector.ts"
import { wallets } from "../../src/wallets/first-paint/state/wallets.ts"
import account from "../locales/en/account.json" with { type: "json" }
import connect from "../locales/en/connect.json" with { type: "json" }
import { useModal, useSlice, useText } from "../shared/first-paint/useModal.ts"
import { css } from "../styles/stitches.ts"
import { Button } from "../ui/Button.tsx"
import { EmptyState } from "../ui/EmptyState.tsx"
import { Lock } from "../ui/icons.tsx"
import { Spinner } from "../ui/Spinner.tsx"

/**
 * View for an active wallet without an account, which is locked or has not responded after a reload. Shows a spinner while the wallet
 * reconnects.
 */
export function LockedWallet() {
  const { core, run } = useModal()
  const text = useText({ account, connect })
  const { installed } = useSlice(wallets)
  const namespace = core.namespace.value
  const { active, status } = core.accounts[namespace].value
  const connector = findConnector(installed.value, active, namespace)
  const wallet = connector?.name ?? active ?? ""
  // The account has just been left, and the view is closing.
  if (active === undefined && status === "disconnected") return null
  if (status === "connecting")
    return (
      <div className={waiting()} role="status" aria-busy="true">
        <Spinner />
      </div>
    )
  return (
    <div className={frame()}>
      <EmptyState
        icon={Lock}
        heading={text("walletAsleep", { wallet })}
        actions={
          <>
            <Button
              kind="primary"
              onClick={() => active !== undefined && run(unlockWallet({ namespace, connectorId: active }))}
            >
              {text("reconnect")}
            </Button>
            {core.remoteFeatures.value.multiWallet && (
              <Button onClick={() => run(goTo({ name: "ProfileWallets" }))}>{text("anotherWallet")}</Button>
            )}
            <Button kind="plain" quiet onClick={() => run(signOutOfWallets())}>
              {text("disconnect")}
            </Button>
          </>
        }
      >
        {text("walletAsleepHint")}
      </EmptyState>
    </div>
  )
}

const frame = css({ padding: "0 8px 8px" })
const waiting = css({ display: "grid", placeItems: "center", minBlockSize: "200px" })
