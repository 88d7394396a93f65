import { goTo } from "../../src/navigation/opening/flows.ts"
import accountMessages from "../locales/en/account.json" with { type: "json" }
import receive from "../locales/en/receive.json" with { type: "json" }
import titles from "../locales/en/titles.json" with { type: "json" }
import { useModal, useText } from "../shared/first-paint/useModal.ts"
import { css } from "../styles/stitches.ts"
import { Button } from "../ui/Button.tsx"
import { EmptyState } from "../ui/EmptyState.tsx"
import { Wallet } from "../ui/icons.tsx"

/**
 * Placeholder if receiving is not possible, with a button to connect a wallet, choose a network or, if receiving is turned off, go to the
 * account.
 */
export function NoAddress() {
  const { run } = useModal()
  const text = useText({ receive, account: accountMessages, titles })
  const ways = useNextStep()
  return (
    <div className={frame()}>
      <EmptyState
        icon={Wallet}
        heading={text("noReceive")}
        actions={
          <Button kind="primary" onClick={() => run(goTo(ways.to))}>
            {text(ways.label)}
          </Button>
        }
      >
        {text(ways.hint)}
      </EmptyState>
    </div>
  )
}

/** Returns the step that may make receiving possible, with its button and hint, or else the one back to the account. */
export const useNextStep = () => {
  const { core } = useModal()
  return core.address.value === undefined ? connect : core.network.value ? account : networks
}

const connect = { to: { name: "Connect" }, label: "connectWallet", hint: "noReceiveHint" } as const
const networks = { to: { name: "Networks" }, label: "switchNetwork", hint: "noReceiveHint" } as const
/** Action if the site has turned receiving off. Connecting a wallet would not help then. */
const account = { to: { name: "Account" }, label: "toAccount", hint: "noWaysHint" } as const

const frame = css({ padding: "0 8px 8px" })
