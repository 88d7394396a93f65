import type { ReactNode } from "react"
import { decimalSign } from "../../src/core/formatDecimal.ts"
import { css } from "../styles/stitches.ts"
import { Money } from "../ui/Money.tsx"
import { useModal } from "./first-paint/useModal.ts"

/** Main amount of a review: token icon, exact amount and its value. A long amount shrinks instead of being cut off. */
export function ReviewAmount({ coin, amount, worth }: ReviewAmountProps) {
  const { core } = useModal()
  const size = amount.length > longest ? "long" : amount.length > longer ? "amount2" : "amount"
  return (
    <div className={frame()}>
      {coin}
      <div className={big()}>
        <Money size={size}>{{ text: amount, decimal: decimalSign(core.locale.value) }}</Money>
      </div>
      {worth && <bdi dir="ltr">{worth}</bdi>}
    </div>
  )
}

interface ReviewAmountProps {
  readonly coin: ReactNode
  /** Localized amount with its symbol. */
  readonly amount: string
  readonly worth?: string | undefined
}

/** Numbers of characters above which the text shrinks, and shrinks further. */
const longer = 11
const longest = 15

const frame = css({
  display: "flex",
  flexDirection: "column",
  alignItems: "center",
  gap: "4px",
  padding: "12px 12px 20px",
  color: "var(--po-text-2)",
  "--po-under": "var(--po-card)",
})

const big = css({ marginBlockStart: "8px", color: "var(--po-text)", maxInlineSize: "100%", textAlign: "center" })
