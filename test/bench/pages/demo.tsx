import { createWorld, demo, readScript, type World } from "../../../layers/index.ts"
import { createModal, mainnet } from "../../../src/index.ts"
import { dot } from "./dot.ts"
import { ledger } from "./ledger.ts"
import { site } from "./site.tsx"

// Portico on the demo's leaves, for lists that are longer than a directory's page. ?script is the demo's; ?haste as elsewhere.
declare global {
  interface Window {
    world: World
  }
}

const asked = new URLSearchParams(location.search)
if (asked.has("haste")) window.ledger = ledger(Number(asked.get("haste")))
// The demo draws its pictures as SVG, each of which the browser makes a document for: here it is the lists that are looked at.
window.world = { ...createWorld(readScript(asked.get("script")).script), picture: () => dot }
window.modal = createModal({ projectId: "demo", networks: [mainnet], layers: demo(window.world) })
site(
  <button type="button" onClick={() => void window.modal.open()}>
    Connect wallet
  </button>,
  "Connect",
)
