import { css } from "../styles/stitches.ts"
import { Activity } from "./Activity.tsx"

/** What the account in use did, on a view of its own. */
export function Transactions() {
  return (
    <div className={frame()}>
      <Activity />
    </div>
  )
}

const frame = css({ padding: "0 8px 8px" })
