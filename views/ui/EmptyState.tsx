import type { ReactNode } from "react"
import { css } from "../styles/stitches.ts"
import { type Drawing, Icon } from "./Icon.tsx"
import { Heading, Sentence } from "./Text.tsx"

/** Empty or failed state: an icon in a doorway, a heading and, if given, a text and actions. */
export function EmptyState({ kind = "empty", icon, heading, children, actions }: EmptyStateProps) {
  const failed = kind === "failed"
  return (
    <div className={frame({ alone: actions === undefined })} role={failed ? "alert" : undefined}>
      <div className={door({ failed })}>
        <svg aria-hidden="true" width="104" height="76" viewBox="0 0 104 76">
          <path d="M22 72V34a30 30 0 0 1 60 0v38" />
          <path d="M3 72h98" />
        </svg>
        <Icon of={icon} size={24} />
      </div>
      <Heading size="small" center>
        {heading}
      </Heading>
      {children && <Sentence center>{children}</Sentence>}
      {actions && <div className={ways()}>{actions}</div>}
    </div>
  )
}

interface EmptyStateProps {
  readonly kind?: "empty" | "failed" | undefined
  readonly icon: Drawing
  readonly heading: ReactNode
  readonly children?: ReactNode
  /** Buttons, one below the other, or a `Pair`. */
  readonly actions?: ReactNode
}

const frame = css({
  display: "flex",
  flexDirection: "column",
  alignItems: "center",
  paddingBlockStart: "28px",
  "& > h2": { marginBlock: "16px 4px" },
  "& > p": { paddingInline: "24px" },
  // With buttons, the container sets the distance to the edge.
  variants: { alone: { true: { paddingBlockEnd: "24px" } } },
})

const door = css({
  position: "relative",
  color: "var(--po-text-2)",
  "& > svg:first-child": {
    display: "block",
    fill: "none",
    stroke: "var(--po-control)",
    strokeWidth: 2,
    strokeLinecap: "round",
    "& > :last-child": { opacity: 0.7 },
  },
  "& > svg:last-child": { position: "absolute", insetBlockStart: "34px", insetInlineStart: "40px" },
  variants: {
    failed: {
      true: { color: "var(--po-error)", "& > svg:first-child > path:first-child": { strokeDasharray: "5 5.4" } },
    },
  },
})

const ways = css({
  display: "flex",
  flexDirection: "column",
  gap: "8px",
  inlineSize: "100%",
  paddingBlockStart: "28px",
})
