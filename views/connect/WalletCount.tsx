import type { RouteOf } from "../../src/domain/route.ts"
import { css } from "../styles/stitches.ts"
import { useWalletCount } from "./useWalletCount.ts"

/** How many wallets there are, in the header over all of them. */
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
