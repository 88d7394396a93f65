import { useEffect, useState } from "react"
import { copyCode } from "../../src/walletConnect/operations.ts"
import account from "../locales/en/account.json" with { type: "json" }
import connect from "../locales/en/connect.json" with { type: "json" }
import { patience } from "../styles/tokens.ts"
import { Button } from "../ui/Button.tsx"
import { Copy, Done } from "../ui/icons.tsx"
import { useModal, useText } from "./first-paint/useModal.ts"

/** Button that copies a URI and shows a confirmation for two seconds. Disabled without a URI. */
export function CopyLink({ uri, label }: CopyLinkProps) {
  const { run } = useModal()
  const text = useText({ connect, account })
  const [done, setDone] = useState(false)
  useEffect(() => {
    if (!done) return
    const timer = setTimeout(() => setDone(false), patience.copied)
    return () => clearTimeout(timer)
  }, [done])
  return (
    <Button
      icon={done ? Done : Copy}
      disabled={uri === undefined}
      onClick={() => {
        if (uri === undefined) return
        run(
          copyCode(uri, {
            copied: () => text("linkCopied"),
            failed: () => text("copyFailed"),
            done: () => setDone(true),
          }),
        )
      }}
    >
      {done ? text("linkCopied") : (label ?? text("copyLink"))}
    </Button>
  )
}

interface CopyLinkProps {
  readonly uri: string | undefined
  /** Label for a URI that is not a link to a wallet. */
  readonly label?: string
}
