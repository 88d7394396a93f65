import { latest } from "../../src/core/first-paint/loadable.ts"
import { showNamed } from "../../src/names/operations.ts"
import { names as slice } from "../../src/names/state.ts"
import namesMessages from "../locales/en/names.json" with { type: "json" }
import { useModal, useSlice, useText } from "../shared/first-paint/useModal.ts"
import { css } from "../styles/stitches.ts"
import { Button } from "../ui/Button.tsx"
import { EmptyState } from "../ui/EmptyState.tsx"
import { Done } from "../ui/icons.tsx"

/** View that confirms that a name was registered. */
export function RegisterAccountNameSuccess() {
  const { run } = useModal()
  const text = useText({ names: namesMessages })
  const { registering } = useSlice(slice)
  const name = latest(registering.value)
  return (
    <div className={frame()} role="status">
      <EmptyState
        icon={Done}
        heading={text("nameChosen")}
        actions={
          <Button kind="primary" onClick={() => run(showNamed())}>
            {text("letsGo")}
          </Button>
        }
      >
        {name !== undefined && text("nameChosenHint", { name })}
      </EmptyState>
    </div>
  )
}

const frame = css({ padding: "0 8px 8px" })
