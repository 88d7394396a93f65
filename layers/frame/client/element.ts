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
