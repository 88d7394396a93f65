import type { ReadonlySignal } from "@preact/signals-react"
import { useSignals } from "@preact/signals-react/runtime"
import { type CSSProperties, memo, type ReactNode } from "react"
import { pairing } from "../../src/walletConnect/limits.ts"
import { css, keyframes } from "../styles/stitches.ts"
import { motion } from "../styles/tokens.ts"
import { qrPath } from "./qrPath.ts"

/**
 * QR code on a white plate, with its remaining lifetime as a ring. Without `modules`, shows a loading state unless it is faded. Shrinks as
 * a whole below 318 px.
 */
export function QrCode({ name, modules, logo, left, faded, children }: QrProps) {
  return (
    <div className={frame({ ringed: left !== undefined })}>
      {left !== undefined && <Ring left={left} />}
      <div className={plate()} role="img" aria-label={name} aria-busy={(modules === undefined && !faded) || undefined}>
        {modules ? (
          <Code modules={modules} cleared={logo !== undefined} faded={faded === true} />
        ) : (
          <Awaited still={faded === true} />
        )}
        {modules && logo && !faded && <span className={center()}>{logo}</span>}
      </div>
      {children && <div className={over()}>{children}</div>}
    </div>
  )
}

interface QrProps {
  /** Accessible name, which describes what scanning the code does. */
  readonly name: string
  /** Modules without a quiet zone, row by row; true is dark. */
  readonly modules: readonly (readonly boolean[])[] | undefined
  /** Picture that fills its container, over the cleared middle. Requires error correction M or better. */
  readonly logo?: ReactNode
  /** Fraction of the lifetime left, 1 to 0. No ring if omitted. */
  readonly left?: number | ReadonlySignal<number> | undefined
  /** Whether the code is no longer valid, or there is none because of a failure. */
  readonly faded?: boolean | undefined
  /** Content over the plate, such as a retry button. */
  readonly children?: ReactNode
}

const Code = memo(
  ({ modules, cleared, faded }: { modules: readonly (readonly boolean[])[]; cleared: boolean; faded: boolean }) => {
    const size = modules.length
    return (
      <svg
        key={size}
        aria-hidden="true"
        className={code({ faded })}
        viewBox={`0 0 ${size} ${size}`}
        shapeRendering="crispEdges"
      >
        <path d={qrPath(modules, cleared)} />
        {finders(size).map(([x, y]) => (
          <Finder key={`${x} ${y}`} x={x} y={y} />
        ))}
      </svg>
    )
  },
)

function Awaited({ still }: { readonly still: boolean }) {
  return (
    <svg aria-hidden="true" className={awaited({ still })} viewBox="0 0 41 41">
      {finders(41).map(([x, y]) => (
        <Finder key={`${x} ${y}`} x={x} y={y} />
      ))}
    </svg>
  )
}

function Finder({ x, y }: { readonly x: number; readonly y: number }) {
  return (
    <g shapeRendering="geometricPrecision">
      <rect x={x + 0.5} y={y + 0.5} width="6" height="6" rx="1.75" fill="none" stroke="currentColor" />
      <rect x={x + 2} y={y + 2} width="3" height="3" rx="0.9" />
    </g>
  )
}

function Ring({ left }: { readonly left: number | ReadonlySignal<number> }) {
  useSignals()
  const share = typeof left === "number" ? left : left.value
  return (
    <svg aria-hidden="true" className={ring()} viewBox="0 0 318 318">
      <path d={round} />
      <path pathLength="1" d={round} style={{ "--po-left": Math.min(1, Math.max(0, share)) } as CSSProperties} />
    </svg>
  )
}

/** Path of a rounded square of 316 px, clockwise from the top middle. */
const round = "M159 1h131a27 27 0 0 1 27 27v262a27 27 0 0 1-27 27H28a27 27 0 0 1-27-27V28A27 27 0 0 1 28 1z"

const finders = (size: number): readonly (readonly [number, number])[] => [
  [0, 0],
  [size - 7, 0],
  [0, size - 7],
]

const frame = css({
  position: "relative",
  inlineSize: "100%",
  maxInlineSize: "302px",
  aspectRatio: 1,
  marginInline: "auto",
  forcedColorAdjust: "none",
  // QR codes and the clockwise ring are not mirrored.
  direction: "ltr",
  variants: { ringed: { true: { maxInlineSize: "318px", padding: "2.6%" } } },
})

const plate = css({
  round: 5,
  position: "relative",
  display: "block",
  blockSize: "100%",
  padding: "5.3%",
  background: "#fff",
  color: "var(--po-qr)",
})

const arrive = keyframes({ from: { opacity: 0 } })

const code = css({
  display: "block",
  inlineSize: "100%",
  blockSize: "100%",
  fill: "currentColor",
  animation: `${arrive} var(--po-move) var(--po-out)`,
  variants: { faded: { true: { opacity: 0.08 } } },
})

const pulse = keyframes({ to: { opacity: 0.4 } })

const awaited = css({
  display: "block",
  fill: "currentColor",
  opacity: 0.7,
  animation: `${pulse} ${motion.loop / 2}ms ${motion.inOut} infinite alternate`,
  "@still": { animation: "none" },
  variants: { still: { true: { animation: "none" } } },
})

const center = css({
  position: "absolute",
  inset: 0,
  margin: "auto",
  inlineSize: "17.2%",
  blockSize: "17.2%",
})

const over = css({
  position: "absolute",
  inset: 0,
  display: "grid",
  placeItems: "center",
  "& > button": { inlineSize: "auto" },
})

/** Step of the ring with reduced motion, as a fraction of the lifetime: 15 seconds. */
const calmStep = 15_000 / pairing.lifetime

const ring = css({
  position: "absolute",
  inset: 0,
  inlineSize: "100%",
  fill: "none",
  stroke: "var(--po-line)",
  strokeWidth: 2,
  "& > :last-child": {
    stroke: "var(--po-accent-text)",
    // Slightly more than the fraction, or a full ring would show a seam.
    strokeDasharray: "calc(var(--po-left) * 1.005) 2",
    "@still": { strokeDasharray: `round(up, var(--po-left), ${calmStep}) 2` },
  },
})
