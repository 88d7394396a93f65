import { worded } from "../../src/notifications/first-paint/model/snack.ts"
import { snack } from "../../src/notifications/first-paint/state.ts"
import { useModal, useSlice } from "../shared/first-paint/useModal.ts"
import { Snack } from "../ui/Snack.tsx"

/** Snack with the current message. Its timer pauses while the pointer is over it. */
export function SnackBar() {
  const { translateError } = useModal()
  const { shown, held } = useSlice(snack)
  const { message, variant } = shown.value
  return (
    <Snack
      kind={variant}
      onRest={(rests) => {
        held.value = rests
      }}
    >
      {translateError(worded(message))}
    </Snack>
  )
}
