import { BaseError, ContractFunctionRevertedError, createClient } from "viem"
import { getEnsAddress, getEnsName, getEnsText } from "viem/actions"
import { mainnet as ethereum } from "viem/chains"
import type { Identity, Named } from "../../services/Chains.ts"
import { chainIdToCoinType } from "../../src/domain/capabilities.ts"
import type { Network } from "../../src/domain/networks.ts"
import { safeImageUrl } from "../../src/domain/safe.ts"
import { transportOf } from "../rpc/viem.ts"

/**
 * The primary name of an address and that name's avatar; empty if it has none. Rejects if a node fails.
 *
 * Only the chain is asked: records that live behind somebody's gateway, or that point to a collectible, count as none. So does a name
 * whose lookup the resolver reverts.
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
  // The tables of names are large, and most addresses have none.
  const { isShowable } = await import("./ensip15.ts")
  if (!isShowable(name)) return {}

  const avatar = await avatarOf(client, name)
  return { name, ...(avatar && { avatar }) }
}

/**
 * The address of a name on a network (ENSIP-11), else the one on Ethereum, which `only` names; and the name's avatar. Nothing for a
 * name that has neither, or that is not spelled in its normal form.
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

/** Whether a contract reverted the call and returned data with it. A node that fails, or refuses a call, returns none. */
const isRevert = (error: unknown) => {
  const revert = error instanceof BaseError && error.walk((one) => one instanceof ContractFunctionRevertedError)
  return revert instanceof ContractFunctionRevertedError && revert.raw !== undefined
}

const avatarOf = async (client: ReturnType<typeof clientOf>, name: string) =>
  safeImageUrl(await getEnsText(client, { name, key: "avatar" }).catch(() => null))
