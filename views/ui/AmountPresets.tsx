import { css } from "../styles/stitches.ts"
import { Button } from "./Button.tsx"

/** Preset amounts to choose from. `shown` formats an amount; zero cents are dropped. */
export function AmountPresets(props: {
  readonly name: string
  readonly amounts: readonly number[]
  readonly chosen: string
  readonly shown: (amount: string) => string
  readonly onChoose: (amount: string) => void
}) {
  return (
    <fieldset className={line()} aria-label={props.name}>
      {props.amounts.map(String).map((amount) => (
        <Button key={amount} size="small" aria-pressed={props.chosen === amount} onClick={() => props.onChoose(amount)}>
          <bdi dir="ltr">{props.shown(amount).replace(/[.,]00$/, "")}</bdi>
        </Button>
      ))}
    </fieldset>
  )
}

const line = css({
  display: "grid",
  gridAutoFlow: "column",
  gridAutoColumns: "minmax(0, 1fr)",
  gap: "8px",
  minInlineSize: 0,
  margin: 0,
  padding: 0,
  border: 0,
  "& > *": { paddingInline: 0 },
})
