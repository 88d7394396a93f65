import { useComputed, useSignal } from "@preact/signals-react"
import { type ReactNode, useEffect } from "react"
import { email as limits } from "../../src/domain/limits.ts"
import { resend } from "../../src/flows/email.ts"
import { login } from "../../src/state/login.ts"
import { login as sentences } from "../messages/en/login.ts"
import { css } from "../styles/stitches.ts"
import { Link } from "../ui/Link.tsx"
import { useModal, useSlice, useText } from "../useModal.ts"

/** Mails once more what is waited for, as soon as another mail may be sent; until then it counts down. */
export function Resend({ email, children }: { readonly email: string; readonly children: ReactNode }) {
  const { run } = useModal()
  const text = useText(sentences)
  const { mailedAt, resending } = useSlice(login)
  const now = useSignal(Date.now())
  useEffect(() => {
    const timer = setInterval(() => {
      now.value = Date.now()
    }, 1_000)
    return () => clearInterval(timer)
  }, [now])
  const rest = useComputed(() => Math.max(0, Math.ceil(((mailedAt.value ?? 0) + limits.cooldown - now.value) / 1_000)))
  const waiting = useComputed(() => rest.value > 0)
  const left = useComputed(() =>
    text("resendIn", { time: `${Math.floor(rest.value / 60)}:${String(rest.value % 60).padStart(2, "0")}` }),
  )
  if (resending.value) return <span className={quiet()}>{text("resending")}</span>
  if (waiting.value) return <span className={quiet()}>{left}</span>
  return <Link onClick={() => run(resend(email, text("codeResent")))}>{children}</Link>
}

const quiet = css({ type: "body", color: "var(--po-text-3)", fontVariantNumeric: "tabular-nums" })
