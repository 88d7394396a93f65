import { BaseError, ContractFunctionRevertedError, createClient } from "viem"
import { getEnsAddress, getEnsName, getEnsText } from "viem/actions"
import { mainnet as ethereum } from "viem/chains"
import type { Identity, Named } from "../../../services/Chains.ts"
import { safeImageUrl } from "../../../src/core/first-paint/safeUrl.ts"
import { chainIdToCoinType } from "../../../src/namespaces/model/coinType.ts"
import type { Network } from "../../../src/options/networks.ts"
import { transportOf } from "../../rpc/viem.ts"

/**
 * Resolves with the primary name of an address and its avatar, or with an empty object if the address has no normalized name or the lookup
 * reverts. Rejects if the lookup fails otherwise. Ignores records behind a gateway (CCIP Read) and avatars that point to an NFT.
 */
export const identityOf = async (
  address: string,
  network: Network,
  request: (method: string, params: readonly unknown[]) => Promise<unknown>,
): Promise<Identity> => {
  const client = clientOf(network, request)
  const name = await getEnsName(client, { address: address as `0x${string}` }).catch((error: unknown) => {
    if (isRevert(error)) return null
    throw error
  })
  if (name === null) return {}
  // The normalization tables are large, so they load only for addresses with a name.
  const { isShowable } = await import("./ensip15.ts")
  if (!isShowable(name)) return {}

  const avatar = await avatarOf(client, name)
  return { name, ...(avatar && { avatar }) }
}

/**
 * Resolves with a name's address and avatar. The address is the one for `network` (ENSIP-11), or else the one for Ethereum, with `only` set
 * if `network` is another one. Resolves with `undefined` if the name has no address or is not normalized. Rejects if the lookup fails.
 */
export const addressOf = async (
  name: string,
  { mainnet, network }: { readonly mainnet: Network; readonly network: Network },
  request: (method: string, params: readonly unknown[]) => Promise<unknown>,
): Promise<Named | undefined> => {
  const { isShowable } = await import("./ensip15.ts")
  if (!isShowable(name)) return undefined
  const client = clientOf(mainnet, request)
  const coinType = chainIdToCoinType(Number(network.id))
  const elsewhere = network.caipNetworkId !== mainnet.caipNetworkId
  const here =
    elsewhere && typeof coinType === "number" ? await getEnsAddress(client, { name, coinType: BigInt(coinType) }) : null
  const address = here ?? (await getEnsAddress(client, { name }))
  if (address === null) return undefined
  const avatar = await avatarOf(client, name)
  return {
    address,
    ...(elsewhere && here === null && { only: mainnet.caipNetworkId }),
    ...(avatar && { avatar }),
  }
}

const clientOf = (network: Network, request: (method: string, params: readonly unknown[]) => Promise<unknown>) =>
  createClient({ chain: ethereum, transport: transportOf(network, request), ccipRead: false })

/** Whether a contract reverted the call with data. Failures of a node carry no revert data. */
const isRevert = (error: unknown) => {
  const revert = error instanceof BaseError && error.walk((one) => one instanceof ContractFunctionRevertedError)
  return revert instanceof ContractFunctionRevertedError && revert.raw !== undefined
}

const avatarOf = async (client: ReturnType<typeof clientOf>, name: string) =>
  safeImageUrl(await getEnsText(client, { name, key: "avatar" }).catch(() => null))
