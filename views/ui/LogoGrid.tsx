import { css } from "../styles/stitches.ts"
import { Picture, type Pictured } from "./Picture.tsx"

/** The marks of the first four of many, two by two, in the place of one logo of 40. */
export function LogoGrid({ of }: { readonly of: readonly Pictured[] }) {
  return (
    <span className={look()}>
      {of.slice(0, 4).map((picture) => (
        <Picture key={`${picture.name} ${picture.src}`} {...picture} size={16} />
      ))}
    </span>
  )
}

const look = css({
  square: 40,
  round: 2.5,
  flex: "none",
  display: "grid",
  gridTemplateColumns: "16px 16px",
  gridAutoRows: "16px",
  gap: "2px",
  padding: "2px",
  border: "1px solid var(--po-logo-edge)",
  background: "var(--po-press)",
})
