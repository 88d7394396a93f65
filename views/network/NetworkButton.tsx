import { goTo } from "../../src/navigation/opening/flows.ts"
import networkMessages from "../locales/en/network.json" with { type: "json" }
import titles from "../locales/en/titles.json" with { type: "json" }
import { useModal, useText } from "../shared/first-paint/useModal.ts"
import { useNetworkImage } from "../shared/useNetworkImage.ts"
import { css } from "../styles/stitches.ts"
import { Chip } from "../ui/Chip.tsx"
import { Icon } from "../ui/Icon.tsx"
import { Warning } from "../ui/icons.tsx"
import { RemoteImage } from "../ui/RemoteImage.tsx"

/** Header button that shows the active network. Opens the network list if there is another network to choose. */
export function NetworkButton() {
  const { core, run } = useModal()
  const text = useText({ network: networkMessages, titles })
  const network = core.network.value
  const image = useNetworkImage(network)
  const name = network?.name ?? text("unsupportedNetwork")
  return (
    <span className={place()}>
      <Chip
        logo={network ? <RemoteImage src={image} name={network.name} size={20} /> : <Icon of={Warning} size={16} />}
        disabled={core.networks.value.length < 2 && network !== undefined}
        aria-label={`${text("switchNetwork")}: ${name}`}
        onClick={() => run(goTo({ name: "Networks" }))}
      >
        {name}
      </Chip>
    </span>
  )
}

const place = css({ minInlineSize: 0, marginInlineStart: "16px" })
