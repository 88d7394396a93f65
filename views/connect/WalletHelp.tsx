import { explainWallets } from "../near.ts"
import { Help } from "../ui/firstIcons.tsx"
import { IconButton } from "../ui/IconButton.tsx"
import { useModal } from "../useModal.ts"

/** What a wallet is, for who does not know. */
export function WalletHelp() {
  const { run, text } = useModal()
  return <IconButton name={text("whatIsAWallet")} icon={Help} onClick={() => run(explainWallets)} />
}
