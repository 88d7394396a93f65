import type { ReactNode } from "react"
import { useModal } from "../../shared/first-paint/useModal.ts"
import { Mail } from "../../ui/firstPaintIcons.tsx"
import { TextField } from "../../ui/TextField.tsx"

/** Email field. `failed` is the error of the current value. */
export function EmailInput({ failed, ...field }: AddressFieldProps) {
  const { text, translateError } = useModal()
  return (
    <TextField
      {...field}
      name={text("emailAddress")}
      icon={Mail}
      type="email"
      inputMode="email"
      autoComplete="email"
      enterKeyHint="go"
      error={
        failed &&
        ("_tag" in failed && failed._tag === "InvalidEmail" ? text("invalidEmail") : translateError(failed.message))
      }
    />
  )
}

interface AddressFieldProps {
  readonly value: string
  readonly onInput: (value: string) => void
  readonly failed: Error | undefined
  readonly autoFocus?: boolean
  readonly busy?: boolean
  readonly disabled?: boolean
  readonly end?: ReactNode
}
