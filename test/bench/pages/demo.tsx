import { createWorld, demo, readScript, type World } from "../../../layers/index.ts"
import { createModal, mainnet } from "../../../src/index.ts"
import { dot } from "./dot.ts"
import { ledger } from "./ledger.ts"
import { site } from "./site.tsx"

// Portico on the demo layers, for lists longer than a page of the directory. ?script is the demo's script; ?haste divides waits as on the
// other pages.
declare global {
  interface Window {
    world: World
  }
}

const asked = new URLSearchParams(location.search)
if (asked.has("haste")) window.ledger = ledger(Number(asked.get("haste")))
// The demo draws its pictures as SVG, for each of which the browser creates a document. This page measures the lists only.
window.world = { ...createWorld(readScript(asked.get("script")).script), picture: () => dot }
window.modal = createModal({ projectId: "demo", networks: [mainnet], layers: demo(window.world) })
site(
  <button type="button" onClick={() => void window.modal.open()}>
    Connect wallet
  </button>,
  "Connect",
)
