import { account } from "../../src/account/state/account.ts"
import { actions } from "../../src/account/state/actions.ts"
import { latest } from "../../src/core/first-paint/loadable.ts"
import { sharingAddress } from "../../src/receive/model.ts"
import { useModal, useSlice } from "../shared/first-paint/useModal.ts"

/** Returns the address to receive at, its identity and its networks, or `undefined` if receiving is not possible. */
export const useReceiveAddress = () => {
  const { core } = useModal()
  const { possible } = useSlice(actions)
  const { identity } = useSlice(account)
  const address = core.address.value
  const network = core.network.value
  if (address === undefined || !network || !possible("receive")) return undefined
  const known = latest(identity.value)
  const networks = sharingAddress(core.networks.value, network, core.connection.value?.accounts[0]?.type)
  return { address, network, networks, known: known?.of === address ? known : undefined }
}
