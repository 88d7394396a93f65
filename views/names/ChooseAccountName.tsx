import { chooseName } from "../../src/flows/names.ts"
import { names } from "../messages/en/names.ts"
import { css } from "../styles/stitches.ts"
import { Button } from "../ui/Button.tsx"
import { Doorway } from "../ui/Doorway.tsx"
import { Named } from "../ui/icons.tsx"
import { useModal, useText } from "../useModal.ts"

/** Explains account names and leads to choosing one. */
export function ChooseAccountName() {
  const { run } = useModal()
  const text = useText(names)
  return (
    <div className={frame()}>
      <Doorway
        icon={Named}
        heading={text("chooseAccountName")}
        actions={
          <Button kind="primary" onClick={() => run(chooseName())}>
            {text("choose")}
          </Button>
        }
      >
        {text("chooseAccountNameHint")}
      </Doorway>
    </div>
  )
}

const frame = css({ padding: "0 8px 8px" })
