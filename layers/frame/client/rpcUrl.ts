import type { Network } from "../../../src/options/networks.ts"
import type { FrameOptions } from "../options.ts"

/** Returns the RPC URL that the frame uses for a network: the site's first custom URL, or else the network's first default one. */
export const nodeOf = ({ customRpcUrls }: FrameOptions, network: Network | undefined): string | undefined =>
  network && (customRpcUrls[network.caipNetworkId]?.[0]?.url ?? network.rpcUrls.default.http[0])

/**
 * Adds the RPC URL of its chain to a payload that has a `chainId` but no `rpcUrl`. Leaves it unchanged if the modal does not offer the
 * chain. The frame may not know a node for networks that the site defines.
 */
export const withNode = (options: FrameOptions, payload: unknown): unknown => {
  if (typeof payload !== "object" || payload === null || !("chainId" in payload) || "rpcUrl" in payload) return payload
  const id = String(payload.chainId)
  const network = options.now.networks().find((one) => String(one.id) === id || one.caipNetworkId === id)
  const rpcUrl = nodeOf(options, network)
  return rpcUrl === undefined ? payload : { ...payload, rpcUrl }
}
