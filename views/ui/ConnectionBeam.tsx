import type { ReactNode } from "react"
import { css, keyframes } from "../styles/stitches.ts"
import { motion } from "../styles/tokens.ts"
import { Icon } from "./Icon.tsx"
import { Close, Done } from "./icons.tsx"

/**
 * Logos of the site and the wallet, joined by a beam that travels, breaks or closes. Decorative: the heading below
 * describes the same state.
 */
export function ConnectionBeam({ state, site, wallet }: BeamProps) {
  return (
    <div className={frame()} aria-hidden="true">
      <svg aria-hidden="true" className={beam({ state })} width="200" height="24" viewBox="0 0 200 24">
        {state === "waiting" ? (
          <>
            <path className={rest()} d="M32 22V10a8 8 0 0 1 8-8h120a8 8 0 0 1 8 8v12" />
            <path className={light()} pathLength="100" d="M32 22V10a8 8 0 0 1 8-8h120a8 8 0 0 1 8 8v12" />
          </>
        ) : (
          <path d={state === "declined" ? halves(16) : halves(10)} />
        )}
      </svg>
      {state !== "waiting" && (
        <span className={mark({ state })}>
          <Icon of={state === "declined" ? Close : Done} />
        </span>
      )}
      {site}
      {wallet}
    </div>
  )
}

interface BeamProps {
  readonly state: "waiting" | "declined" | "approved"
  /** Pictures of 64 px. */
  readonly site: ReactNode
  readonly wallet: ReactNode
}

/** Returns the path of the beam with a gap in its middle, `half` px to each side. */
const halves = (half: number): string => `M32 22V10a8 8 0 0 1 8-8H${100 - half}M168 22V10a8 8 0 0 0-8-8H${100 + half}`

const frame = css({
  position: "relative",
  display: "flex",
  justifyContent: "space-between",
  inlineSize: "200px",
  maxInlineSize: "100%",
  marginInline: "auto",
  paddingBlockStart: "28px",
})

const colors = {
  waiting: { color: "var(--po-accent-text)" },
  declined: { color: "var(--po-error)" },
  approved: { color: "var(--po-success)" },
}

const beam = css({
  position: "absolute",
  insetBlockStart: 0,
  insetInlineStart: 0,
  overflow: "visible",
  fill: "none",
  stroke: "currentColor",
  strokeWidth: 2.5,
  strokeLinecap: "round",
  variants: { state: colors },
})

const rest = css({ stroke: "var(--po-line)" })

const travel = keyframes({ to: { strokeDashoffset: -70 } })

const light = css({
  strokeDasharray: "30 200",
  animation: `${travel} ${motion.loop / 2}ms ${motion.inOut} infinite alternate`,
  "@still": { animation: "none", strokeDasharray: "none" },
})

const settle = keyframes({ from: { opacity: 0, scale: 0.6 } })

const mark = css({
  position: "absolute",
  insetBlockStart: "-8px",
  insetInlineStart: "calc(50% - 10px)",
  animation: `${settle} var(--po-move) var(--po-out)`,
  variants: { state: colors },
})
