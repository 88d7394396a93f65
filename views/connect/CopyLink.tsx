import { useEffect, useState } from "react"
import { patience } from "../../src/domain/limits.ts"
import { copyCode } from "../../src/flows/relay.ts"
import { connecting as sentences } from "../messages/en/connecting.ts"
import { Button } from "../ui/Button.tsx"
import { Copy, Done } from "../ui/icons.tsx"
import { useModal, useText } from "../useModal.ts"

/** Copies an address; the button says for two seconds that it did. */
export function CopyLink({ uri, label }: CopyLinkProps) {
  const { run } = useModal()
  const text = useText(sentences)
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
  /** What is copied, where it is not a link to a wallet. */
  readonly label?: string
}
