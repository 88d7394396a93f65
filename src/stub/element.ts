import { InvalidInput } from "../errors/index.ts"

/**
 * Creates `<portico-modal>` with an open shadow root. It is not a registered custom element, so several copies of the package can share a
 * page. Throws `InvalidInput` on a server.
 */
export const createElement = (id: string): HTMLElement => {
  if (typeof document === "undefined")
    throw new InvalidInput(`A server has no page. In Next.js, create the modal in a "use client" file`, "element")
  const element = document.createElement("portico-modal")
  element.dataset.instance = id
  element.attachShadow({ mode: "open" })
  return element
}
