import { base, createModal, mainnet } from "portico"
import { defineElements } from "portico/elements"

const modal = createModal({
  projectId: "demo",
  networks: [mainnet, base],
  // On your site, remove this line and set your project ID.
  layers: () => import("portico/layers").then(({ demo }) => demo()),
})
defineElements(modal)

const sign = document.querySelector<HTMLButtonElement>("#sign")
const said = document.querySelector("output")

/** Renders the state after every change. */
modal.subscribe(({ chains }) => {
  const { address } = chains.eip155?.accountState ?? {}
  if (said) said.textContent = address ? `Connected: ${address}` : "Not connected"
})

sign?.addEventListener("click", async () => {
  if (!modal.state.address.peek()) return modal.open()
  try {
    const signature = await modal.signMessage({ message: "Hello from a plain page" })
    if (said) said.textContent = `Signed: ${signature}`
  } catch (error) {
    // Every failure has its own error class, with a message to show.
    if (said) said.textContent = error instanceof Error ? error.message : String(error)
  }
})
