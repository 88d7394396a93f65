import { siwx } from "../../src/siwx/first-paint/state.ts"
import { cancelSignIn } from "../shared/first-paint/lazyFlows.ts"
import { useModal, useSlice } from "../shared/first-paint/useModal.ts"
import { Button } from "../ui/Button.tsx"
import { EmptyState } from "../ui/EmptyState.tsx"
import { Retry, Warning } from "../ui/firstPaintIcons.tsx"

/** View that replaces one that failed to render or load. Also offers to cancel a required sign-in, whose view cannot be closed. */
export function ErrorView({ again }: { readonly again: () => void }) {
  const { core, run, text } = useModal()
  const { required } = useSlice(siwx)
  const held = required.value && core.route.value?.name === "SIWXSignMessage"
  return (
    <div style={{ padding: "0 8px 8px" }}>
      <EmptyState
        kind="failed"
        icon={Warning}
        heading={text("somethingWrong")}
        actions={
          <>
            <Button kind="primary" icon={Retry} onClick={again}>
              {text("tryAgain")}
            </Button>
            {held && (
              <Button kind="plain" quiet onClick={() => run(cancelSignIn)}>
                {text("disconnect")}
              </Button>
            )}
          </>
        }
      >
        {text("somethingWrongHint")}
      </EmptyState>
    </div>
  )
}
