import type { ReactNode } from "react"
import { css } from "../styles/stitches.ts"
import { Press, type PressProps } from "./Press.tsx"

/** A link in a sentence, or a button that reads like one. `legal` is quieter and always underlined, `quiet` the lesser way on. */
export function Link({ kind, children, ...press }: LinkProps) {
  return (
    <Press {...press} className={look({ kind })}>
      {children}
    </Press>
  )
}

interface LinkProps extends PressProps {
  readonly kind?: "legal" | "quiet" | undefined
  readonly children: ReactNode
}

const look = css({
  fontWeight: 500,
  unicodeBidi: "plaintext",
  color: "var(--po-accent-text)",
  textDecoration: "underline transparent 1px",
  textUnderlineOffset: "3px",
  borderRadius: "2px",
  position: "relative",
  // The target is as high as 40 where the line above and below leave room.
  "&::after": { content: '""', position: "absolute", inset: "-8px -4px" },
  "&:focus-visible": { ring: "out" },
  "@hover": { "&:hover": { textDecorationColor: "currentColor" } },
  '&[aria-disabled="true"]': { color: "var(--po-text-3)", cursor: "default" },
  "@forced": { color: "LinkText" },
  variants: {
    kind: {
      quiet: { color: "var(--po-text-2)" },
      legal: {
        whiteSpace: "nowrap",
        fontWeight: 400,
        color: "var(--po-text)",
        textDecorationColor: "var(--po-control)",
      },
    },
  },
})
