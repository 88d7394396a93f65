import { snack } from "../../src/state/snack.ts"
import { Snack } from "../ui/Snack.tsx"
import { useSlice } from "../useModal.ts"

/** The snack; its time stands still while the pointer rests on it. */
export function Said() {
  const { shown, held } = useSlice(snack)
  const { message, variant } = shown.value
  return (
    <Snack
      kind={variant}
      onRest={(rests) => {
        held.value = rests
      }}
    >
      {message}
    </Snack>
  )
}
