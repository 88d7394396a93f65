import account from "../locales/en/account.json" with { type: "json" }
import { useModal, useText } from "../shared/first-paint/useModal.ts"
import { useExplorerUrl } from "../shared/useExplorerUrl.ts"
import { Button } from "../ui/Button.tsx"
import { Leave } from "../ui/icons.tsx"

/** Link to the active account in the network's explorer. Renders nothing without an account or an explorer. */
export function ExplorerLink() {
  const { core } = useModal()
  const text = useText({ account })
  const href = useExplorerUrl(core.address.value)
  if (href === undefined) return null
  return (
    <Button kind="primary" icon={Leave} href={href}>
      {text("explorer")}
    </Button>
  )
}
