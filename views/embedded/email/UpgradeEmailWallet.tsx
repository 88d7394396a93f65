import { noteUpgrade } from "../../../src/embedded/operations/email.ts"
import login from "../../locales/en/login.json" with { type: "json" }
import titles from "../../locales/en/titles.json" with { type: "json" }
import { useModal, useText } from "../../shared/first-paint/useModal.ts"
import { css } from "../../styles/stitches.ts"
import { Button } from "../../ui/Button.tsx"
import { EmptyState } from "../../ui/EmptyState.tsx"
import { Leave, Mail } from "../../ui/icons.tsx"

/** View with a link to the embedded wallet's dashboard on the secure site. */
export function UpgradeEmailWallet() {
  const { options, run } = useModal()
  const text = useText({ login, titles })
  return (
    <div className={frame()}>
      <EmptyState
        icon={Mail}
        heading={text("upgradeYourWallet")}
        actions={
          <Button
            kind="primary"
            icon={Leave}
            href={`${options.hosts.secureSite}/dashboard`}
            onClick={() => void run(noteUpgrade)}
          >
            {text("openDashboard")}
          </Button>
        }
      >
        {text("openDashboardHint")}
      </EmptyState>
    </div>
  )
}

const frame = css({ padding: "0 8px 8px" })
