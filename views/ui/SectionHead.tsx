import type { ReactNode } from "react"
import { css } from "../styles/stitches.ts"

/** Heading above a group of rows, with optional content at its end. */
export function SectionHead({ end, children }: SectionHeadProps) {
  return (
    <div className={section()}>
      <h2 className={sectionTitle()}>{children}</h2>
      {end}
    </div>
  )
}

interface SectionHeadProps {
  readonly end?: ReactNode
  readonly children: ReactNode
}

const section = css({
  display: "flex",
  alignItems: "center",
  justifyContent: "space-between",
  gap: "12px",
  padding: "16px 12px 8px",
})

const sectionTitle = css({
  type: "captionHead",
  unicodeBidi: "plaintext",
  textAlign: "var(--po-start)",
  color: "var(--po-text-3)",
})
