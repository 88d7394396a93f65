import type { ReactNode } from "react"
import { decimalSign } from "../../src/domain/figures.ts"
import { css } from "../styles/stitches.ts"
import { useModal } from "../useModal.ts"
import { Money } from "./Money.tsx"

/** What a review is about: a coin, so much of it, to its last digit, and what that is worth. The longer it is the smaller, so that none of it is cut. */
export function Sum({ coin, amount, worth }: SumProps) {
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

interface SumProps {
  readonly coin: ReactNode
  /** As the locale writes it, with what it is of. */
  readonly amount: string
  readonly worth?: string | undefined
}

/** Characters from which it gets smaller. */
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
