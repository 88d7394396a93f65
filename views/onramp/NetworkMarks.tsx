import type { Network } from "../../src/options/networks.ts"
import { useNetworkImage } from "../shared/useNetworkImage.ts"
import { css } from "../styles/stitches.ts"
import { RemoteImage } from "../ui/RemoteImage.tsx"

/** Logos of the first four networks and the number of others. Screen readers read the names of all. */
export function NetworkMarks({ of }: { readonly of: readonly Network[] }) {
  const more = of.length - shown
  return (
    <span className={marks()} role="img" aria-label={of.map(({ name }) => name).join(", ")}>
      {of.slice(0, shown).map((network) => (
        <Mark key={network.caipNetworkId} network={network} />
      ))}
      {more > 0 && <span>+{more}</span>}
    </span>
  )
}

function Mark({ network }: { readonly network: Network }) {
  return <RemoteImage src={useNetworkImage(network)} name={network.name} size={20} />
}

const shown = 4

const marks = css({ display: "flex", alignItems: "center", gap: "4px" })
