import type { ReactNode } from "react"
import { css } from "../styles/stitches.ts"
import { type Drawing, Icon } from "../ui/Icon.tsx"
import { Sentence } from "../ui/Text.tsx"

/** Help page: a list of points, each with an icon and a short text, and actions. */
export function HelpPage({ of, children }: PointsProps) {
  return (
    <div className={frame()}>
      <ul className={list()}>
        {of.map(({ icon, heading, text }, index) => (
          <li key={heading} className={point()}>
            <span className={tile({ color: colors[index % colors.length] })}>
              <Icon of={icon} size={24} />
            </span>
            <div>
              <h2 className={head()}>{heading}</h2>
              <Sentence>{text}</Sentence>
            </div>
          </li>
        ))}
      </ul>
      {children}
    </div>
  )
}

interface PointsProps {
  readonly of: readonly { readonly icon: Drawing; readonly heading: string; readonly text: string }[]
  readonly children: ReactNode
}

const frame = css({ display: "flex", flexDirection: "column", gap: "8px", padding: "0 8px 8px" })

const list = css({
  listStyle: "none",
  margin: 0,
  padding: "4px 12px 20px",
  display: "flex",
  flexDirection: "column",
  gap: "24px",
})

const point = css({ display: "flex", gap: "16px", color: "var(--po-text-2)" })

/** Colors of the icons, one after the other. */
const colors = ["accent", "warning", "success"] as const

const tile = css({
  square: 48,
  round: 3.5,
  flex: "none",
  display: "grid",
  placeItems: "center",
  variants: {
    color: {
      accent: { background: "var(--po-accent-tint)", color: "var(--po-accent-text)" },
      warning: { background: "var(--po-warning-tint)", color: "var(--po-warning)" },
      success: { background: "var(--po-success-tint)", color: "var(--po-success)" },
    },
  },
})

const head = css({
  type: "row",
  color: "var(--po-text)",
  marginBlockEnd: "2px",
  unicodeBidi: "plaintext",
  textAlign: "var(--po-start)",
})
