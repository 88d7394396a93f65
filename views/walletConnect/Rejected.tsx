import { isRejected } from "../../src/connections/model/rejections.ts"
import { goBack } from "../../src/navigation/opening/flows.ts"
import type { Wallet } from "../../src/wallets/first-paint/model/wallet.ts"
import connect from "../locales/en/connect.json" with { type: "json" }
import { Attempt } from "../shared/Attempt.tsx"
import { useModal, useText } from "../shared/first-paint/useModal.ts"
import { useWalletImage } from "../shared/first-paint/useWalletImage.ts"
import { useReason } from "../shared/useReason.ts"
import { Button } from "../ui/Button.tsx"
import { Retry } from "../ui/icons.tsx"

/**
 * View for an attempt over WalletConnect that the wallet rejected, that has expired, or none of whose networks the wallet supports. Shows
 * the reason and offers to try again.
 */
export function Rejected({ wallet, error, retry }: RefusedProps) {
  const { core, run } = useModal()
  const text = useText({ connect })
  const reason = useReason()
  const image = useWalletImage()
  const no = isRejected(error)
  const [known, unknown] = no ? (["declinedIn", "declinedThere"] as const) : (["failedIn", "failedThere"] as const)
  return (
    <Attempt
      urgent={!no}
      state="declined"
      wallet={wallet?.name}
      picture={wallet && image(wallet)}
      heading={wallet ? text(known, { wallet: wallet.name }) : text(unknown)}
      hint={text("failedHint", { reason: reason(error) })}
    >
      <Button kind="primary" icon={Retry} onClick={retry}>
        {text("tryAgain")}
      </Button>
      {core.stack.value.length > 1 && (
        <Button kind="plain" quiet onClick={() => run(goBack())}>
          {text("anotherWallet")}
        </Button>
      )}
    </Attempt>
  )
}

interface RefusedProps {
  /** Wallet that rejected the request. `undefined` if any wallet may have scanned the QR code. */
  readonly wallet: Wallet | undefined
  readonly error: Error
  readonly retry: () => void
}
