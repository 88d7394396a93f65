import type { Network } from "../../src/domain/networks.ts"
import type { FrameOptions } from "./iframe.ts"

/** The node of a network, for the frame to ask: the site's own, else the network's. */
export const nodeOf = ({ customRpcUrls }: FrameOptions, network: Network | undefined): string | undefined =>
  network && (customRpcUrls[network.caipNetworkId]?.[0]?.url ?? network.rpcUrls.default.http[0])

/** What is sent of a chain, with its node where it names none: a network of the site's own may have no node that the frame knows. */
export const withNode = (options: FrameOptions, payload: unknown): unknown => {
  if (typeof payload !== "object" || payload === null || !("chainId" in payload) || "rpcUrl" in payload) return payload
  const id = String(payload.chainId)
  const network = options.now.networks().find((one) => String(one.id) === id || one.caipNetworkId === id)
  const rpcUrl = nodeOf(options, network)
  return rpcUrl === undefined ? payload : { ...payload, rpcUrl }
}
