import type { ReactNode } from "react"
import { css } from "../styles/stitches.ts"
import { Pressable, type PressableProps } from "./Pressable.tsx"

/** Tiles that share the width equally. */
export function Tiles({ children }: { readonly children: ReactNode }) {
  return <div className={line()}>{children}</div>
}

/**
 * Button with an icon above its label, for an account action. Without a label, as for a social provider, `aria-label`
 * names it.
 */
export function Tile({
  icon,
  children,
  ...press
}: PressableProps & { readonly icon: ReactNode; readonly children?: ReactNode }) {
  return (
    <Pressable {...press} className={look({ bare: children === undefined })}>
      <span className={mark({ bare: children === undefined })}>{icon}</span>
      {children}
    </Pressable>
  )
}

const line = css({ display: "flex", gap: "8px", "& > *": { flex: "1 1 0", minInlineSize: 0 } })

const look = css({
  type: "label",
  round: 4,
  display: "flex",
  flexDirection: "column",
  alignItems: "center",
  justifyContent: "center",
  gap: "6px",
  minBlockSize: "68px",
  padding: "10px 4px",
  background: "var(--po-raised)",
  color: "var(--po-text)",
  textAlign: "center",
  overflowWrap: "anywhere",
  userSelect: "none",
  outline: "1px solid var(--po-bound)",
  outlineOffset: "-1px",
  transition: "background-color var(--po-quick) linear",
  "@hover": { "&:hover": { background: "var(--po-hover)", transitionDuration: "0s" } },
  "&:active": { background: "var(--po-press)", transitionDuration: "0s" },
  "&:focus-visible": { ring: "out" },
  '&[aria-disabled="true"]': { background: "var(--po-raised)", color: "var(--po-text-3)", cursor: "default" },
  variants: { bare: { true: { minBlockSize: "48px", padding: "4px" } } },
})

const mark = css({
  color: "var(--po-accent-text)",
  '[aria-disabled="true"] > &': { color: "inherit" },
  // Brand icons have the text color.
  variants: { bare: { true: { color: "inherit" } } },
})
