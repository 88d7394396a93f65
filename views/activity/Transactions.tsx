import { css } from "../styles/stitches.ts"
import { Activity } from "./Activity.tsx"

/** View with the account's activity. */
export function Transactions() {
  return (
    <div className={frame()}>
      <Activity />
    </div>
  )
}

const frame = css({ padding: "0 8px 8px" })
