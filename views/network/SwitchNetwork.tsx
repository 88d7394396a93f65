import type { RouteOf } from "../../src/domain/route.ts"
import { switchFromView } from "../../src/flows/network.ts"
import { goBack } from "../../src/flows/open.ts"
import { activeConnection } from "../../src/state/core.ts"
import { switching } from "../../src/state/switching.ts"
import { Attempt } from "../connect/Attempt.tsx"
import { Button } from "../ui/Button.tsx"
import { Retry } from "../ui/icons.tsx"
import { useAttempt } from "../useAttempt.ts"
import { useModal, useSlice } from "../useModal.ts"
import { useNetworkImage } from "../useNetworkImage.ts"
import { useWalletName } from "../useWalletName.ts"

/** Waiting for the wallet to go to another network; declined, failed. */
export function SwitchNetwork({ network: id }: RouteOf<"SwitchNetwork">) {
  const { core, run, text } = useModal()
  const { progress } = useSlice(switching)
  const { now, again } = useAttempt(progress, () => switchFromView(id), id)

  const network = core.networks.value.find(({ caipNetworkId }) => caipNetworkId === id)
  const image = useNetworkImage(network)
  const state = core.accounts[network?.chainNamespace ?? core.namespace.value].value
  const wallet = useWalletName()(activeConnection(state))
  const name = network?.name ?? id
  if (now.is !== "failed")
    return (
      <Attempt
        state={now.is === "loaded" ? "approved" : "waiting"}
        wallet={name}
        picture={image}
        heading={text("approveSwitch", { wallet })}
        hint={text("approveSwitchHint", { network: name })}
      />
    )

  const declined = "_tag" in now.error && now.error._tag === "ConnectionRejected"
  return (
    <Attempt
      state="declined"
      wallet={name}
      picture={image}
      heading={text(declined ? "switchDeclined" : "switchFailed")}
      hint={declined ? text("switchDeclinedHint") : text("switchFailedHint", { reason: now.error.message })}
    >
      <Button kind="primary" icon={Retry} onClick={again}>
        {text("tryAgain")}
      </Button>
      <Button kind="plain" quiet onClick={() => run(goBack())}>
        {text("back")}
      </Button>
    </Attempt>
  )
}
