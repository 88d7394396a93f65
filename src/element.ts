import { InvalidInput } from "./domain/errors.ts"

/**
 * Makes `<portico-modal>` with its open shadow root. No custom element is defined, so several copies of the kit may meet on
 * a page; what goes into the root is the engine's matter.
 */
export const createElement = (id: string): HTMLElement => {
  if (typeof document === "undefined") throw new InvalidInput("There is no page", "element")
  const element = document.createElement("portico-modal")
  element.dataset.instance = id
  element.attachShadow({ mode: "open" })
  return element
}
