import type { ReactNode } from "react"
import { css } from "../styles/stitches.ts"
import { type Drawing, Icon } from "./Icon.tsx"
import { Pressable, type PressableProps } from "./Pressable.tsx"
import { Spinner } from "./Spinner.tsx"

/** Button. `primary` is the next step of a view; `plain` with `quiet` is the least prominent. */
export function Button({ kind = "secondary", size, quiet, icon, busy, children, ...press }: ButtonProps) {
  const iconSize = size === "small" ? 16 : 18
  return (
    <Pressable {...press} busy={busy} className={look({ kind, size, quiet })}>
      {busy ? <Spinner size={iconSize} /> : icon && <Icon of={icon} size={iconSize} />}
      <span>{children}</span>
    </Pressable>
  )
}

/**
 * Two buttons side by side, the less important one first and narrower, or of equal width with `even`. They stack if there is no room for
 * both.
 */
export function Pair({ children, even }: { readonly children: ReactNode; readonly even?: boolean | undefined }) {
  return <div className={pair({ even })}>{children}</div>
}

interface ButtonProps extends PressableProps {
  readonly kind?: "primary" | "secondary" | "plain" | "danger" | undefined
  readonly size?: "small" | undefined
  readonly quiet?: boolean | undefined
  readonly icon?: Drawing | undefined
  readonly children: ReactNode
}

const fills = (rest: string, hover: string, press: string, ink: string) => ({
  "--po-b": rest,
  "--po-b-hover": hover,
  "--po-b-press": press,
  "--po-b-ink": ink,
})

const deeper = (percent: number): string => `color-mix(in srgb, var(--po-error-tint), var(--po-error) ${percent}%)`

const look = css({
  type: "button",
  round: 4,
  display: "flex",
  alignItems: "center",
  justifyContent: "center",
  gap: "8px",
  inlineSize: "100%",
  minBlockSize: "52px",
  padding: "9px 16px",
  border: "1px solid var(--po-bound)",
  background: "var(--po-b)",
  color: "var(--po-b-ink)",
  textAlign: "center",
  textDecoration: "none",
  textWrap: "balance",
  userSelect: "none",
  transition: "background-color var(--po-quick) linear, scale var(--po-quick) linear",
  "&:focus-visible": { ring: "out" },
  "@hover": { "&:hover": { background: "var(--po-b-hover)", transitionDuration: "0s" } },
  "&:active": { background: "var(--po-b-press)", scale: 0.985, transitionDuration: "0s" },
  '&[aria-disabled="true"]': { background: "var(--po-b)", scale: "none", cursor: "default" },
  '&[aria-disabled="true"]:not([aria-busy])': {
    ...fills("var(--po-raised)", "var(--po-raised)", "var(--po-raised)", "var(--po-text-3)"),
    borderColor: "transparent",
  },
  "@forced": {
    '&[aria-disabled="true"]:not([aria-busy])': { "--po-b-ink": "GrayText", borderColor: "GrayText" },
  },
  "& > span": { minInlineSize: 0, overflowWrap: "anywhere", unicodeBidi: "plaintext" },
  variants: {
    kind: {
      primary: {
        ...fills("var(--po-accent)", "var(--po-accent-hover)", "var(--po-accent-press)", "var(--po-on-accent)"),
        borderColor: "var(--po-accent-ring)",
        // Without this, the browser puts a background plate behind the label.
        "@forced": { forcedColorAdjust: "none" },
      },
      secondary: {
        ...fills("var(--po-hover)", "var(--po-press)", "var(--po-press)", "var(--po-text)"),
        "@forced": fills("ButtonFace", "ButtonFace", "ButtonFace", "ButtonText"),
      },
      plain: {
        ...fills("transparent", "var(--po-hover)", "var(--po-press)", "var(--po-text)"),
        borderColor: "transparent",
      },
      danger: fills("var(--po-error-tint)", deeper(5), deeper(8), "var(--po-error)"),
    },
    size: {
      small: { type: "label", round: 2.5, inlineSize: "auto", minBlockSize: "36px", padding: "7px 11px", gap: "6px" },
    },
    quiet: { true: { "--po-b-ink": "var(--po-text-2)" } },
  },
})

const pair = css({
  display: "flex",
  flexWrap: "wrap",
  gap: "8px",
  "& > *": { flex: "100 1 180px" },
  "& > :first-child": { flex: "1 0 auto", inlineSize: "auto", minInlineSize: "112px", maxInlineSize: "100%" },
  variants: { even: { true: { "& > *, & > :first-child": { flex: "1 1 128px" } } } },
})
