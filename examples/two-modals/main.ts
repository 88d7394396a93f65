import { base, createModal, type ModalOptions, mainnet } from "portico"
import { defineElements } from "portico/elements"

/** A modal with its own buttons, and a line of the page that tells who is connected in it. */
const add = (id: string, own: Partial<ModalOptions>) => {
  const modal = createModal({
    id,
    projectId: "demo",
    networks: [mainnet, base],
    layers: () => import("portico/layers").then(({ demo }) => demo()),
    ...own,
  })
  defineElements(modal)
  modal.subscribe(({ chains }) => {
    const line = document.getElementById(id)
    if (line) line.textContent = chains.eip155?.accountState.address ?? "Nobody"
  })
}

add("shop", { themeMode: "light", themeVariables: { "--portico-accent": "#1f7a4d" } })
add("treasury", { themeMode: "dark", themeVariables: { "--portico-accent": "#e0a13a" }, networks: [mainnet] })
