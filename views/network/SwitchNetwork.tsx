import type { RouteOf } from "../../src/navigation/first-paint/model/routes.ts"
import { switchFromView } from "../../src/network/operations.ts"
import { switching } from "../../src/network/state.ts"
import { activeConnection } from "../../src/stub/state.ts"
import networkMessages from "../locales/en/network.json" with { type: "json" }
import { Attempt } from "../shared/Attempt.tsx"
import { useModal, useSlice, useText } from "../shared/first-paint/useModal.ts"
import { useAttempt } from "../shared/useAttempt.ts"
import { useNetworkImage } from "../shared/useNetworkImage.ts"
import { useWalletName } from "../shared/useWalletName.ts"

/** View that asks the wallet to switch networks and waits for it. If the switch fails, it goes back and shows the reason in a snack. */
export function SwitchNetwork({ network: id }: RouteOf<"SwitchNetwork">) {
  const { core } = useModal()
  const text = useText({ network: networkMessages })
  const { progress } = useSlice(switching)
  const { now } = useAttempt(progress, () => switchFromView(id, { declined: () => text("switchDeclined") }), id)

  const network = core.networks.value.find(({ caipNetworkId }) => caipNetworkId === id)
  const image = useNetworkImage(network)
  const state = core.accounts[network?.chainNamespace ?? core.namespace.value].value
  const wallet = useWalletName()(activeConnection(state))
  const name = network?.name ?? id
  return (
    <Attempt
      state={now.status === "loaded" ? "approved" : now.status === "failed" ? "declined" : "waiting"}
      wallet={name}
      picture={image}
      heading={text("approveSwitch", { wallet })}
      hint={text("approveSwitchHint", { network: name })}
    />
  )
}
