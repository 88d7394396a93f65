import type { RouteOf } from "../../src/navigation/first-paint/model/routes.ts"
import { useWalletCount } from "../connect/first-paint/useWalletCount.ts"
import { css } from "../styles/stitches.ts"

/** Number of wallets, in the header of the directory. */
export function WalletCount({ namespace }: RouteOf<"AllWallets">) {
  const count = useWalletCount(namespace)
  return (
    <bdi className={look()} dir="ltr">
      {count}
    </bdi>
  )
}

const look = css({
  type: "caption",
  alignSelf: "center",
  paddingInlineEnd: "12px",
  color: "var(--po-text-2)",
  fontVariantNumeric: "tabular-nums",
})
