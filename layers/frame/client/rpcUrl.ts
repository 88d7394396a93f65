import type { Network } from "../../../src/options/networks.ts"
import type { FrameOptions } from "../options.ts"

/** Returns the RPC URL of a network for the frame: the site's own, or else the network's. */
export const nodeOf = ({ customRpcUrls }: FrameOptions, network: Network | undefined): string | undefined =>
  network && (customRpcUrls[network.caipNetworkId]?.[0]?.url ?? network.rpcUrls.default.http[0])

/** Adds a chain's RPC URL to a payload that has none, because the frame may know no node of a network that the site defines. */
export const withNode = (options: FrameOptions, payload: unknown): unknown => {
  if (typeof payload !== "object" || payload === null || !("chainId" in payload) || "rpcUrl" in payload) return payload
  const id = String(payload.chainId)
  const network = options.now.networks().find((one) => String(one.id) === id || one.caipNetworkId === id)
  const rpcUrl = nodeOf(options, network)
  return rpcUrl === undefined ? payload : { ...payload, rpcUrl }
}
