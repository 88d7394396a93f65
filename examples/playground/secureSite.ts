import { make } from "./dom.ts"
import type { Layers } from "./packageImports.ts"

/** Renders a stand-in for the secure site's frame, in the modal's colors. */
export const secureSite = (world: Layers.World) => {
  const site = make("section", { ariaLabel: "Demo secure site" })
  style(site, {
    position: "absolute",
    inset: "0",
    display: "flex",
    flexDirection: "column",
    gap: "12px",
    padding: "24px",
    background: "var(--po-card)",
    color: "var(--po-text)",
    font: "var(--po-type-body)",
  })
  const update = () => {
    const place = world.framePlace()
    const isSigning = world.secure.state().openPrompts.includes("sign")
    if (!place || !isSigning) return site.remove()
    if (site.parentElement === place) return
    site.replaceChildren(...contents(world))
    place.append(site)
  }
  world.watch(update)
  update()
}

const contents = ({ secure }: Layers.World) => {
  const mark = make("img", { src: secure.icon, alt: "", width: 48, height: 48 })
  const heading = make("h2", {}, "Fernhill requests a signature")
  style(heading, { font: "var(--po-type-heading)" })
  const note = make("p", {}, "This demo replaces the secure site. It signs with a public test key.")
  style(note, { color: "var(--po-text-2)", flex: "1" })
  const row = make(
    "div",
    {},
    decisionButton("Reject", "var(--po-hover)", "var(--po-text)", secure.reject),
    decisionButton("Approve", "var(--po-accent)", "var(--po-on-accent)", secure.approve),
  )
  style(row, { display: "flex", gap: "8px" })
  return [mark, heading, note, row]
}

const decisionButton = (name: string, background: string, color: string, press: () => unknown) => {
  const button = make("button", { type: "button", onclick: () => void press() }, name)
  style(button, {
    flex: "1",
    textAlign: "center",
    blockSize: "52px",
    borderRadius: "16px",
    background,
    color,
    font: "var(--po-type-label)",
  })
  return button
}

const style = (element: HTMLElement, styles: Partial<CSSStyleDeclaration>) => void Object.assign(element.style, styles)
