import { snack, worded } from "../../src/state/snack.ts"
import { Snack } from "../ui/Snack.tsx"
import { useModal, useSlice } from "../useModal.ts"

/** The snack; its time stands still while the pointer rests on it. */
export function Said() {
  const { tell } = useModal()
  const { shown, held } = useSlice(snack)
  const { message, variant } = shown.value
  return (
    <Snack
      kind={variant}
      onRest={(rests) => {
        held.value = rests
      }}
    >
      {tell(worded(message))}
    </Snack>
  )
}
