import type { ReadonlySignal } from "@preact/signals-react"
import { useComputed } from "@preact/signals-react"
import { css } from "../styles/stitches.ts"
import { type Amount, splitMoney } from "./splitMoney.ts"

/**
 * An amount that reads whole units first: the decimals are quiet, and where it is large so is the sign of the currency. A signal in place of a
 * string changes the text alone. Always left to right.
 */
export function Money({ children, size }: MoneyProps) {
  return (
    <bdi dir="ltr" className={look({ size })}>
      {typeof children === "object" && "peek" in children ? (
        <Live amount={children} />
      ) : (
        <Parts {...splitMoney(children)} />
      )}
    </bdi>
  )
}

interface MoneyProps {
  /** An amount as it is written, such as 2.418 ETH, or money with the sign that parts its decimals. */
  readonly children: Amount | ReadonlySignal<Amount>
  readonly size?: "total" | "amount" | "amount2" | undefined
}

function Live({ amount }: { readonly amount: ReadonlySignal<Amount> }) {
  const parts = useComputed(() => splitMoney(amount.value))
  const sign = useComputed(() => parts.value.sign)
  const whole = useComputed(() => parts.value.whole)
  const fraction = useComputed(() => parts.value.fraction)
  const unit = useComputed(() => parts.value.unit)
  return <Parts sign={sign} whole={whole} fraction={fraction} unit={unit} />
}

type Text = string | ReadonlySignal<string>

function Parts({ sign, whole, fraction, unit }: Readonly<Record<"sign" | "whole" | "fraction" | "unit", Text>>) {
  return (
    <>
      <span className={currency()}>{sign}</span>
      {whole}
      <span className={quiet()}>{fraction}</span>
      {unit}
    </>
  )
}

const look = css({
  fontVariantNumeric: "tabular-nums",
  whiteSpace: "nowrap",
  variants: {
    size: {
      total: { type: "total", "--po-sign": "var(--po-text-3)" },
      amount: { type: "amount", "--po-sign": "var(--po-text-3)" },
      amount2: { type: "amount2", "--po-sign": "var(--po-text-3)" },
    },
  },
})

const currency = css({ color: "var(--po-sign, inherit)" })

const quiet = css({ color: "var(--po-text-3)" })
