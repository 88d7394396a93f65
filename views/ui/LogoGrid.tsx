import { css } from "../styles/stitches.ts"
import { type Pictured, RemoteImage } from "./RemoteImage.tsx"

/** Logos of the first four items, two by two, at the size of one 40 px logo. */
export function LogoGrid({ of }: { readonly of: readonly Pictured[] }) {
  return (
    <span className={look()}>
      {of.slice(0, 4).map((picture) => (
        <RemoteImage key={`${picture.name} ${picture.src}`} {...picture} size={16} />
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
