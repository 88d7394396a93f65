import { useRef } from "react"
import { IconButton } from "./IconButton.tsx"
import { Close, Search } from "./icons.tsx"
import { TextField } from "./TextField.tsx"

/** Search field. `clear` is the accessible name of the button that empties the field and returns the focus to it. */
export function SearchField({ name, clear, value, onInput }: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  const empty = () => {
    onInput("")
    field.current?.focus()
  }
  return (
    <TextField
      kind="search"
      name={name}
      value={value}
      onInput={onInput}
      icon={Search}
      elementRef={field}
      end={value === "" ? undefined : <IconButton size="small" name={clear} icon={Close} onClick={empty} />}
    />
  )
}

interface SearchFieldProps {
  readonly name: string
  readonly clear: string
  readonly value: string
  readonly onInput: (value: string) => void
}
