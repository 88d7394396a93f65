import type { ReactNode } from "react"
import { css, keyframes } from "../styles/stitches.ts"
import { Icon } from "./Icon.tsx"
import { ErrorMark, Success } from "./icons.tsx"
import { Spinner } from "./Spinner.tsx"

/** Short message over the page. It is not a live region itself. */
export function Snack({ kind, onRest, children }: SnackProps) {
  return (
    <div
      className={look()}
      data-snack={kind}
      onPointerEnter={() => onRest?.(true)}
      onPointerLeave={() => onRest?.(false)}
    >
      <span className={mark({ kind })}>
        {kind === "loading" ? <Spinner /> : <Icon of={kind === "success" ? Success : ErrorMark} />}
      </span>
      <span className={words()}>{children}</span>
    </div>
  )
}

interface SnackProps {
  readonly kind: "success" | "error" | "loading"
  /** Called when the pointer enters (true) and leaves (false). */
  readonly onRest?: ((rests: boolean) => void) | undefined
  readonly children: ReactNode
}

const arrive = keyframes({ from: { opacity: 0, scale: 0.96 } })

const look = css({
  type: "label",
  round: 3.5,
  display: "flex",
  alignItems: "center",
  gap: "10px",
  inlineSize: "fit-content",
  maxInlineSize: "min(346px, 100%)",
  minBlockSize: "44px",
  marginInline: "auto",
  paddingBlock: "8px",
  paddingInline: "12px 14px",
  background: "var(--po-snack)",
  boxShadow: "var(--po-snack-shadow)",
  color: "#f4f6f8",
  pointerEvents: "auto",
  outline: "1px solid transparent",
  animation: `${arrive} var(--po-move) var(--po-out)`,
  "@forced": { color: "CanvasText" },
})

// The snack is dark in both themes, so its icons use the dark theme's colors.
const mark = css({
  display: "flex",
  variants: { kind: { success: { color: "#63cc90" }, error: { color: "#ff8d7d" }, loading: { color: "#8fb2ff" } } },
  "@forced": { color: "CanvasText" },
})

const words = css({
  unicodeBidi: "plaintext",
  textAlign: "var(--po-start)",
  display: "-webkit-box",
  WebkitBoxOrient: "vertical",
  WebkitLineClamp: 2,
  overflow: "hidden",
  overflowWrap: "anywhere",
})
