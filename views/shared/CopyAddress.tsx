import { copyAddress } from "../../src/account/flows.ts"
import account from "../locales/en/account.json" with { type: "json" }
import { IconButton } from "../ui/IconButton.tsx"
import { Copy } from "../ui/icons.tsx"
import { useModal, useText } from "./first-paint/useModal.ts"

/** Button that copies an address and reports the result in a snack. */
export function CopyAddress({ address, size }: { readonly address: string; readonly size?: "small" }) {
  const { run } = useModal()
  const text = useText({ account })
  return (
    <IconButton
      size={size}
      icon={Copy}
      name={text("copyAddress")}
      onClick={() =>
        run(copyAddress(address, { copied: () => text("addressCopied"), failed: () => text("copyFailed") }))
      }
    />
  )
}
