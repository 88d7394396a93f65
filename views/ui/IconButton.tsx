import { css } from "../styles/stitches.ts"
import { type Drawing, Icon } from "./Icon.tsx"
import { Pressable, type PressableProps } from "./Pressable.tsx"
import { Spinner } from "./Spinner.tsx"

/** Icon-only button. `name` is its accessible name and tooltip. */
export function IconButton({ name, icon, iconSize, size, filled, mirrored = false, busy, ...press }: IconButtonProps) {
  const drawn = iconSize ?? (size === "small" ? 16 : 20)
  return (
    <Pressable {...press} busy={busy} aria-label={name} title={name} className={look({ size, filled })}>
      {busy ? <Spinner size={drawn} /> : <Icon of={icon} size={drawn} mirrored={mirrored} />}
    </Pressable>
  )
}

interface IconButtonProps extends PressableProps {
  readonly name: string
  readonly icon: Drawing
  readonly iconSize?: number | undefined
  /** `small`, for rows and fields, is 32 px. The default is 40 px. */
  readonly size?: "small" | undefined
  /** Background of a button in a field: `soft`, or `accent` if it is the next step. */
  readonly filled?: "soft" | "accent" | undefined
  readonly mirrored?: boolean | undefined
}

const look = css({
  round: 3,
  square: 40,
  flex: "none",
  position: "relative",
  display: "grid",
  placeItems: "center",
  border: "1px solid transparent",
  color: "var(--po-text-2)",
  transition: "background-color var(--po-quick) linear",
  // Touch needs a 44 px target; the icon keeps its size.
  "&::after": { content: '""', position: "absolute", inset: "-1px", "@coarse": { inset: "-3px" } },
  "&:focus-visible": { ring: "out", outlineOffset: "-2px" },
  "@hover": {
    "&:hover": { background: "var(--po-b-hover, var(--po-hover))", color: "var(--po-text)", transitionDuration: "0s" },
  },
  "&:active": { background: "var(--po-press)", transitionDuration: "0s" },
  '&[aria-disabled="true"]': { background: "none", color: "var(--po-text-3)", cursor: "default" },
  variants: {
    size: { small: { round: 2.5, square: 32, "&::after": { inset: "-5px", "@coarse": { inset: "-7px" } } } },
    filled: {
      soft: { background: "var(--po-hover)", '&[aria-disabled="true"]': { background: "var(--po-hover)" } },
      accent: {
        background: "var(--po-accent)",
        borderColor: "var(--po-accent-ring)",
        color: "var(--po-on-accent)",
        "@hover": { "&:hover": { background: "var(--po-accent-hover)", color: "var(--po-on-accent)" } },
        "&:active": { background: "var(--po-accent-press)" },
      },
    },
  },
})
