import { actions } from "../../src/account/state/actions.ts"
import type { WalletFeature } from "../../src/options/localFeatures.ts"
import titles from "../locales/en/titles.json" with { type: "json" }
import { type Task, useModal, useSlice, useText } from "../shared/first-paint/useModal.ts"
import { type Drawing, Icon } from "../ui/Icon.tsx"
import { Card, Incoming, Sending, Swap } from "../ui/icons.tsx"
import { Tile, Tiles } from "../ui/Tile.tsx"

/** Buttons for the actions that the account offers, in the site's order. */
export function Actions() {
  const { run } = useModal()
  const text = useText({ titles })
  const { wallet } = useSlice(actions)
  const offered = wallet.value.flatMap((feature) => {
    const way = ways[feature]
    return way ? [{ feature, ...way }] : []
  })
  if (offered.length === 0) return null
  return (
    <Tiles>
      {offered.map(({ feature, label, icon, go }) => (
        <Tile key={feature} icon={<Icon of={icon} />} data-action={feature} onClick={() => run(go)}>
          {text(label)}
        </Tile>
      ))}
    </Tiles>
  )
}

/** Label, icon and flow of each action that has a view. */
const ways: {
  readonly [F in WalletFeature]?: {
    readonly label: keyof typeof titles
    readonly icon: Drawing
    readonly go: Exclude<ReturnType<Task>, undefined>
  }
} = {
  onramp: { label: "buy", icon: Card, go: async () => (await import("../../src/receive/flows.ts")).openBuying() },
  receive: {
    label: "receive",
    icon: Incoming,
    go: async () => (await import("../../src/receive/flows.ts")).openReceive(),
  },
  swaps: {
    label: "swap",
    icon: Swap,
    go: async () => (await import("../../src/navigation/opening/flows.ts")).goTo({ name: "Swap" }),
  },
  send: { label: "send", icon: Sending, go: async () => (await import("../../src/send/flows.ts")).openSend() },
}
