import { css } from "../styles/stitches.ts"
import { Icon } from "./Icon.tsx"
import { Certified } from "./icons.tsx"

/**
 * Badge of a certified wallet, in the accent color. `name` is its accessible name. If omitted, screen readers ignore
 * the badge.
 */
export function CertifiedMark({
  size = 18,
  name,
}: {
  readonly size?: number | undefined
  readonly name?: string | undefined
}) {
  return (
    <span className={look()} {...(name ? { role: "img", "aria-label": name, title: name } : { "aria-hidden": true })}>
      <Icon
        of={Certified.map(([tag, shape], at) => [tag, { ...shape, className: String(at === 0 ? badge() : tick()) }])}
        size={size}
      />
    </span>
  )
}

const look = css({ flex: "none", display: "inline-flex" })

const badge = css({ fill: "var(--po-accent)", stroke: "var(--po-accent)" })

const tick = css({ stroke: "var(--po-on-accent)" })
