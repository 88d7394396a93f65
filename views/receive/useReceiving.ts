import { latest } from "../../src/domain/loadable.ts"
import { sharingAddress } from "../../src/domain/receive.ts"
import { account } from "../../src/state/account.ts"
import { actions } from "../../src/state/actions.ts"
import { useModal, useSlice } from "../useModal.ts"

/** The address to receive at, its identity and its networks. `undefined` if receiving is not possible. */
export const useReceiving = () => {
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
