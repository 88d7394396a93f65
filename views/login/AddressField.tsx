import type { ReactNode } from "react"
import { Field } from "../ui/Field.tsx"
import { Mail } from "../ui/firstIcons.tsx"
import { useModal } from "../useModal.ts"

/** Email field. `failed` is the error of the current value. */
export function AddressField({ failed, ...field }: AddressFieldProps) {
  const { text, tell } = useModal()
  return (
    <Field
      {...field}
      name={text("emailAddress")}
      icon={Mail}
      type="email"
      inputMode="email"
      autoComplete="email"
      enterKeyHint="go"
      error={
        failed && ("_tag" in failed && failed._tag === "InvalidEmail" ? text("invalidEmail") : tell(failed.message))
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
