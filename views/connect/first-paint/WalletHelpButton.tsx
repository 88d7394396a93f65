import { explainWallets } from "../../shared/first-paint/lazyFlows.ts"
import { useModal } from "../../shared/first-paint/useModal.ts"
import { Help } from "../../ui/firstPaintIcons.tsx"
import { IconButton } from "../../ui/IconButton.tsx"

/** Header button that opens the help page about wallets. */
export function WalletHelpButton() {
  const { run, text } = useModal()
  return <IconButton name={text("whatIsAWallet")} icon={Help} onClick={() => run(explainWallets)} />
}
