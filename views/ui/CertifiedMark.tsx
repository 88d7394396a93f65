import { css } from "../styles/stitches.ts"
import { Icon } from "./Icon.tsx"
import { Certified } from "./icons.tsx"

/** The tick of a certified wallet, filled with the accent. `name` is said where no text beside it says it. */
export function CertifiedMark({
  size = 18,
  name,
}: {
  readonly size?: number | undefined
  readonly name?: string | undefined
}) {
  return (
    <span className={look()} {...(name ? { role: "img", "aria-label": name, title: name } : { "aria-hidden": true })}>
      <Icon of={Certified} size={size} />
    </span>
  )
}

const look = css({
  flex: "none",
  display: "inline-flex",
  "& path:first-child": { fill: "var(--po-accent)", stroke: "var(--po-accent)" },
  "& path:last-child": { stroke: "var(--po-on-accent)" },
})
