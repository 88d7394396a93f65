import { frame } from "../../../src/embedded/limits.ts"
import type { FrameOptions } from "../options.ts"
import { nodeOf } from "./rpcUrl.ts"

/** Returns the URL of the frame's page with its parameters, for the active network. */
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
 * Creates the frame, hidden and not yet attached. Its page runs scripts, stores its keys in its own origin, takes codes in forms, and opens
 * explorers and logins in new windows, which are not sandboxed. Nothing else is allowed: it cannot navigate this page, start downloads or
 * open the browser's dialogs, and no feature of this page (camera, clipboard, payment) is delegated to it. It checks the domain it is shown
 * on, so it receives this page's origin, but never its path.
 */
export const createFrame = (page: Document, address: string): HTMLIFrameElement => {
  const element = page.createElement("iframe")
  // The name that the protocol defines. The page in the frame can read it.
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
