import { explainWallets } from "../near.ts"
import { Help } from "../ui/firstIcons.tsx"
import { IconButton } from "../ui/IconButton.tsx"
import { useModal } from "../useModal.ts"

/** Header button that explains what a wallet is. */
export function WalletHelp() {
  const { run, text } = useModal()
  return <IconButton name={text("whatIsAWallet")} icon={Help} onClick={() => run(explainWallets)} />
}
