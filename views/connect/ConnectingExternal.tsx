import { useEffect, useState } from "react"
import { connectExternal } from "../../src/connect/flows/connectExternal.ts"
import { connecting } from "../../src/connections/first-paint/state.ts"
import { isRejected } from "../../src/connections/model/rejections.ts"
import type { RouteOf } from "../../src/navigation/first-paint/model/routes.ts"
import { goBack } from "../../src/navigation/opening/flows.ts"
import { findConnector } from "../../src/wallets/first-paint/model/connector.ts"
import { wallets } from "../../src/wallets/first-paint/state/wallets.ts"
import connect from "../locales/en/connect.json" with { type: "json" }
import { Attempt } from "../shared/Attempt.tsx"
import { ConnectedAttempt } from "../shared/ConnectedAttempt.tsx"
import { useModal, useSlice, useText } from "../shared/first-paint/useModal.ts"
import { useWalletImage } from "../shared/first-paint/useWalletImage.ts"
import { useAttempt } from "../shared/useAttempt.ts"
import { useReason } from "../shared/useReason.ts"
import { patience } from "../styles/tokens.ts"
import { Button } from "../ui/Button.tsx"
import { Retry } from "../ui/icons.tsx"
import { Sentence } from "../ui/Text.tsx"

/** Connection attempt with a browser wallet: waiting, rejected, failed or approved. */
export function ConnectingExternal({ connector: id, namespace, account }: RouteOf<"ConnectingExternal">) {
  const { run } = useModal()
  const text = useText({ connect })
  const reason = useReason()
  const { progress } = useSlice(connecting)
  const { installed } = useSlice(wallets)
  const messages = { added: () => text("newWalletAdded"), linked: () => text("alreadyLinked") }
  const attempted = () => connectExternal(id, namespace, { account, messages })
  const { now, count, again: retry } = useAttempt(progress, attempted, id)
  const patient = useLongWait(count)

  const connector = findConnector(installed.value, id, namespace)
  const wallet = connector?.name ?? id
  const picture = useWalletImage()({ ...connector, connectorId: id })
  const again = (
    <Button kind="primary" icon={Retry} onClick={retry}>
      {text("tryAgain")}
    </Button>
  )
  const other = (
    <Button kind="plain" quiet onClick={() => run(goBack())}>
      {text("anotherWallet")}
    </Button>
  )
  if (now.status === "failed") {
    const refused = isRejected(now.error)
    const missing = connector === undefined
    const heading = refused ? "declinedIn" : missing ? "notInstalled" : "failedIn"
    const hint = refused ? "declinedHint" : missing ? "notInstalledHint" : "failedHint"
    return (
      <Attempt
        state="declined"
        urgent={!refused}
        wallet={wallet}
        picture={picture}
        heading={text(heading, { wallet })}
        hint={text(hint, { reason: reason(now.error) })}
      >
        {again}
        {other}
      </Attempt>
    )
  }
  if (now.status === "loaded") return <ConnectedAttempt wallet={wallet} picture={picture} />
  return (
    <Attempt
      state="waiting"
      wallet={wallet}
      picture={picture}
      heading={text("approveIn", { wallet })}
      hint={text("approveHint", { wallet })}
    >
      {other}
      {connector?.disputed && (
        <Sentence kind="caption" center>
          {text("claimedName")}
        </Sentence>
      )}
      {patient && (
        <Sentence kind="caption" center>
          {text(connector?.type === "EXTERNAL" ? "stillWaitingOutside" : "stillWaiting", { wallet })}
        </Sentence>
      )}
    </Attempt>
  )
}

/** Returns whether an attempt has waited long enough to show a hint. */
const useLongWait = (attempt: number) => {
  const [long, setLong] = useState(false)
  useEffect(() => {
    setLong(false)
    const timer = setTimeout(() => setLong(true), patience.hint)
    return () => clearTimeout(timer)
  }, [attempt])
  return long
}
