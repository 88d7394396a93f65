import type { RouteOf } from "../../src/domain/route.ts"
import { switchFromView } from "../../src/flows/network.ts"
import { activeConnection } from "../../src/state/core.ts"
import { switching } from "../../src/state/switching.ts"
import { Attempt } from "../connect/Attempt.tsx"
import { chains } from "../messages/en/chains.ts"
import { useAttempt } from "../useAttempt.ts"
import { useModal, useSlice, useText } from "../useModal.ts"
import { useNetworkImage } from "../useNetworkImage.ts"
import { useWalletName } from "../useWalletName.ts"

/** Waits for the wallet to switch networks. If that fails, goes back, and a snack shows the reason. */
export function SwitchNetwork({ network: id }: RouteOf<"SwitchNetwork">) {
  const { core } = useModal()
  const text = useText(chains)
  const { progress } = useSlice(switching)
  const { now } = useAttempt(progress, () => switchFromView(id, { declined: () => text("switchDeclined") }), id)

  const network = core.networks.value.find(({ caipNetworkId }) => caipNetworkId === id)
  const image = useNetworkImage(network)
  const state = core.accounts[network?.chainNamespace ?? core.namespace.value].value
  const wallet = useWalletName()(activeConnection(state))
  const name = network?.name ?? id
  return (
    <Attempt
      state={now.is === "loaded" ? "approved" : now.is === "failed" ? "declined" : "waiting"}
      wallet={name}
      picture={image}
      heading={text("approveSwitch", { wallet })}
      hint={text("approveSwitchHint", { network: name })}
    />
  )
}
