import { chooseName } from "../../src/names/operations.ts"
import names from "../locales/en/names.json" with { type: "json" }
import { useModal, useText } from "../shared/first-paint/useModal.ts"
import { css } from "../styles/stitches.ts"
import { Button } from "../ui/Button.tsx"
import { EmptyState } from "../ui/EmptyState.tsx"
import { Named } from "../ui/icons.tsx"

/** View that explains account names, with a button to choose one. */
export function ChooseAccountName() {
  const { run } = useModal()
  const text = useText({ names })
  return (
    <div className={frame()}>
      <EmptyState
        icon={Named}
        heading={text("chooseAccountName")}
        actions={
          <Button kind="primary" onClick={() => run(chooseName())}>
            {text("choose")}
          </Button>
        }
      >
        {text("chooseAccountNameHint")}
      </EmptyState>
    </div>
  )
}

const frame = css({ padding: "0 8px 8px" })
