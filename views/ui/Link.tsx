import type { ReactNode } from "react"
import { css } from "../styles/stitches.ts"
import { Pressable, type PressableProps } from "./Pressable.tsx"

/**
 * Text link, or a button that looks like one. `legal` is muted and always underlined, `quiet` is for secondary actions.
 */
export function Link({ kind, children, ...press }: LinkProps) {
  return (
    <Pressable {...press} className={look({ kind })}>
      {children}
    </Pressable>
  )
}

interface LinkProps extends PressableProps {
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
  // The target is 40 px high if the adjacent lines leave room.
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
