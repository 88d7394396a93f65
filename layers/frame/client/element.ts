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

/**
 * Creates the frame, hidden and not attached. Its page may run scripts, use its own origin's storage, submit forms, and open windows, which
 * are not sandboxed. It may not navigate this page, start downloads or open the browser's dialogs, and gets no feature of this page such as
 * the camera. It verifies this page's origin, so it receives the origin, but never the path.
 */
export const createFrame = (page: Document, address: string): HTMLIFrameElement => {
  const element = page.createElement("iframe")
  // Name that the protocol requires. The page in the frame can read it.
  element.name = "w3m-secure-iframe"
  element.title = new URL(address).host
  element.setAttribute("sandbox", sandbox.join(" "))
  element.setAttribute("allow", "")
  element.referrerPolicy = "strict-origin"
  Object.assign(element.style, { position: "fixed", display: "none", border: "none", zIndex: "1" })
  element.src = address
  return element
}

const sandbox = ["allow-scripts", "allow-same-origin", "allow-forms", "allow-popups", "allow-popups-to-escape-sandbox"]
