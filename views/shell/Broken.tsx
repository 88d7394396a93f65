import { Button } from "../ui/Button.tsx"
import { Doorway } from "../ui/Doorway.tsx"
import { Retry, Warning } from "../ui/icons.tsx"
import { useModal } from "../useModal.ts"

/** In place of a view that could not be drawn, or whose code did not come. */
export function Broken({ again }: { readonly again: () => void }) {
  const { text } = useModal()
  return (
    <div style={{ padding: "0 8px 8px" }}>
      <Doorway
        kind="failed"
        icon={Warning}
        heading={text("somethingWrong")}
        actions={
          <Button kind="primary" icon={Retry} onClick={again}>
            {text("tryAgain")}
          </Button>
        }
      >
        {text("somethingWrongHint")}
      </Doorway>
    </div>
  )
}
