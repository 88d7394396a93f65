import { frame } from "../../src/domain/limits.ts"
import type { FrameOptions } from "./iframe.ts"
import { nodeOf } from "./nodes.ts"

/** The frame's page with its parameters, for the network in use. */
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
 * The frame, hidden, not yet on the page.
 *
 * Its page runs scripts, keeps its keys in its own origin's storage, takes codes in forms and opens explorers and logins in windows of
 * their own, which are no longer bound by our limits. More it is not given: it cannot lead this page elsewhere, start downloads or
 * open dialogs of the browser's, and no feature of this page (camera, clipboard, payment) is passed on to it. It checks the domain it
 * is shown on, so that it hears our origin, and never our path.
 */
export const createFrame = (page: Document, address: string): HTMLIFrameElement => {
  const element = page.createElement("iframe")
  // The protocol's own name: the page in the frame can read it.
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
