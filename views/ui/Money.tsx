import { computed, type ReadonlySignal } from "@preact/signals-react"
import { useMemo } from "react"
import { css } from "../styles/stitches.ts"
import { type Amount, splitMoney } from "./splitMoney.ts"

/**
 * Amount with muted decimals and, in large sizes, a muted currency sign. If it is a signal, a change updates only the
 * text. Always left to right.
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
  /** A formatted amount such as "2.418 ETH", or money with its decimal separator. */
  readonly children: Amount | ReadonlySignal<Amount>
  /** `long` wraps instead of being cut off. */
  readonly size?: "total" | "amount" | "amount2" | "long" | undefined
}

function Live({ amount }: { readonly amount: ReadonlySignal<Amount> }) {
  // Recreated for another signal, because `useComputed` would keep the first one.
  const parts = useMemo(() => {
    const split = computed(() => splitMoney(amount.value))
    return {
      sign: computed(() => split.value.sign),
      whole: computed(() => split.value.whole),
      fraction: computed(() => split.value.fraction),
      unit: computed(() => split.value.unit),
    }
  }, [amount])
  return <Parts {...parts} />
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
      long: { type: "code", "--po-sign": "var(--po-text-3)", whiteSpace: "normal", overflowWrap: "anywhere" },
    },
  },
})

const currency = css({ color: "var(--po-sign, inherit)" })

const quiet = css({ color: "var(--po-text-3)" })
