import { base, createModal, type ModalOptions, mainnet } from "portico"
import { defineElements } from "portico/elements"

/** Creates a modal with its own buttons, and shows its connected account on the page. */
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
    if (line) line.textContent = chains.eip155?.accountState.address ?? "Not connected"
  })
}

add("shop", { themeMode: "light", themeVariables: { "--portico-accent": "#1f7a4d" } })
add("treasury", { themeMode: "dark", themeVariables: { "--portico-accent": "#e0a13a" }, networks: [mainnet] })
