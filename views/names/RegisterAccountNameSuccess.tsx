import { latest } from "../../src/domain/loadable.ts"
import { showNamed } from "../../src/flows/names.ts"
import { names as slice } from "../../src/state/names.ts"
import { names } from "../messages/en/names.ts"
import { css } from "../styles/stitches.ts"
import { Button } from "../ui/Button.tsx"
import { Doorway } from "../ui/Doorway.tsx"
import { Done } from "../ui/icons.tsx"
import { useModal, useSlice, useText } from "../useModal.ts"

/** Confirms that a name was registered. */
export function RegisterAccountNameSuccess() {
  const { run } = useModal()
  const text = useText(names)
  const { registering } = useSlice(slice)
  const name = latest(registering.value)
  return (
    <div className={frame()} role="status">
      <Doorway
        icon={Done}
        heading={text("nameChosen")}
        actions={
          <Button kind="primary" onClick={() => run(showNamed())}>
            {text("letsGo")}
          </Button>
        }
      >
        {name !== undefined && text("nameChosenHint", { name })}
      </Doorway>
    </div>
  )
}

const frame = css({ padding: "0 8px 8px" })
