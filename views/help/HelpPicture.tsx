import { css, keyframes } from "../styles/stitches.ts"

/** Picture of a lit doorway with a key in it. Moves gently if the visitor allows motion. */
export const HelpPicture = () => (
  <svg aria-hidden="true" className={picture()} viewBox="0 0 240 120">
    <path className={ground()} d="M28 108h184" />
    <path className={glow()} d="M84 106V62a36 36 0 0 1 72 0v44z" />
    <path className={arch()} d="M72 108V60a48 48 0 0 1 96 0v48M84 108V62a36 36 0 0 1 72 0v46" />
    <g className={drift()}>
      <path className={key()} d="M112 64a9 9 0 1 0 0 .1M112 64h24v7m-8-7v5" />
    </g>
    <g className={drift({ late: true })}>
      <circle className={coin()} cx="46" cy="58" r="10" />
      <circle className={coin()} cx="198" cy="42" r="7" />
      <circle className={coin()} cx="188" cy="78" r="4" />
    </g>
  </svg>
)

const float = keyframes({ to: { transform: "translateY(-5px)" } })

const picture = css({
  display: "block",
  inlineSize: "100%",
  maxInlineSize: "240px",
  marginInline: "auto",
  fill: "none",
})
const ground = css({ stroke: "var(--po-line)", strokeWidth: 2, strokeLinecap: "round" })
const arch = css({ stroke: "var(--po-control)", strokeWidth: 2, strokeLinecap: "round" })
const glow = css({ fill: "var(--po-accent-tint)" })
const key = css({
  stroke: "var(--po-accent-text)",
  strokeWidth: 3,
  strokeLinecap: "round",
  strokeLinejoin: "round",
})
const coin = css({ fill: "var(--po-warning-tint)", stroke: "var(--po-warning)", strokeWidth: 1.5 })
const drift = css({
  animation: `${float} 2.4s ease-in-out infinite alternate`,
  "@still": { animation: "none" },
  variants: { late: { true: { animationDelay: "-1.4s" } } },
})
