import { frame } from "../../../src/embedded/limits.ts"
import type { FrameOptions } from "../options.ts"
import { nodeOf } from "./rpcUrl.ts"

/** Returns the URL of the frame's page for the active network, or for Ethereum if no network is active. */
export const addressOf = (options: FrameOptions): string => {
  const { secureSite, projectId, blockchainHost, now } = options
  const network = now.network()
  const url = new URL(`${secureSite}/sdk`)
  const parameters = {
    projectId,
    chainId: network?.caipNetworkId ?? "eip155:1",
    version: frame.sdkVersion,
    enableLogger: "false",
    rpcUrl: nodeOf(options, network) ?? blockchainHost,
    ...(now.authenticates() && { enableCloudAuthAccount: "true" }),
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}
