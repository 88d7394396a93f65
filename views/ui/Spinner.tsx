import { css, keyframes } from "../styles/stitches.ts"
import { patience } from "../styles/tokens.ts"
import { Busy } from "./firstPaintIcons.tsx"
import { Icon } from "./Icon.tsx"

/** Spinner in the text color, with a short delay. Its container has to be marked busy. */
export function Spinner({ size = 20 }: { readonly size?: number }) {
  return (
    <span className={look()}>
      <Icon of={Busy} size={size} />
    </span>
  )
}

const turn = keyframes({ to: { transform: "rotate(1turn)" } })
const fade = keyframes({ to: { opacity: 0.4 } })
const appear = keyframes({ from: { visibility: "hidden" } })

const look = css({
  flex: "none",
  display: "inline-flex",
  animation: `${appear} ${patience.spinner}ms step-end, ${turn} .9s linear infinite`,
  "@still": { animation: `${appear} ${patience.spinner}ms step-end, ${fade} .8s linear infinite alternate` },
})
