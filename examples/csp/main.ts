import { createModal, type Modal, type ModalOptions } from "portico"
import { defineElements } from "portico/elements"
import type { World } from "portico/layers"
import { options } from "./options.ts"

declare global {
  interface Window {
    portico: Modal
    /** The demo's world. `undefined` until it is created. */
    demoWorld?: World
    /** Violations of the page's policy, as `directive address`. */
    violations: string[]
  }
}

window.violations = []
document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sourceFile, lineNumber }) => {
  const violation = `${effectiveDirective} ${blockedURI} ${sourceFile}:${lineNumber}`
  window.violations.push(violation)
  const item = document.createElement("li")
  item.textContent = violation
  document.querySelector(".violations")?.append(item)
})

// `?options=` overrides the site's options, `?script=` is the demo's script, and `?layers=live` uses the live layers.
const parameters = new URLSearchParams(location.search)
const given = (name: string): object => JSON.parse(parameters.get(name) ?? "{}")

const demo = async () => {
  const { createWorld, demo } = await import("portico/layers")
  window.demoWorld = createWorld(given("script"))
  return demo(window.demoWorld)
}

const modal = createModal({
  ...(options as ModalOptions),
  ...(parameters.get("layers") !== "live" && { layers: demo }),
  ...given("options"),
})
window.portico = modal
defineElements(modal)
