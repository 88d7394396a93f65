import { base, createModal, mainnet } from "portico"
import { defineElements } from "portico/elements"

const modal = createModal({
  projectId: "demo",
  networks: [mainnet, base],
  // A site of its own leaves this line out, and has a project id of the provider's.
  layers: () => import("portico/layers").then(({ demo }) => demo()),
})
defineElements(modal)

const sign = document.querySelector<HTMLButtonElement>("#sign")
const said = document.querySelector("output")

/** The state is told with every change. */
modal.subscribe(({ chains }) => {
  const { address } = chains.eip155?.accountState ?? {}
  if (said) said.textContent = address ? `Connected: ${address}` : "Nobody is connected"
})

sign?.addEventListener("click", async () => {
  if (!modal.state.address.peek()) return modal.open()
  try {
    const signature = await modal.signMessage({ message: "Hello from a plain page" })
    if (said) said.textContent = `Signed: ${signature}`
  } catch (error) {
    // Each failure is a class of the catalogue, with a sentence to show.
    if (said) said.textContent = error instanceof Error ? error.message : String(error)
  }
})
