import connect from "../locales/en/connect.json" with { type: "json" }
import type { Drawing } from "../ui/Icon.tsx"
import { Attempt } from "./Attempt.tsx"
import { useText } from "./first-paint/useModal.ts"

/** State of a connection attempt that succeeded, shown until the next view. */
export function ConnectedAttempt({ wallet, ...logo }: ConnectedProps) {
  const text = useText({ connect })
  return (
    <Attempt
      state="approved"
      wallet={wallet}
      {...logo}
      heading={text("connected")}
      hint={text("connectedHint", { wallet })}
    />
  )
}

interface ConnectedProps {
  readonly wallet: string
  readonly picture?: string | undefined
  /** Icon to show instead of the picture. */
  readonly mark?: Drawing
}
