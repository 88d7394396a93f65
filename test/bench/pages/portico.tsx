import { createModal, type Modal, mainnet } from "../../../src/index.ts"
import { dot } from "./dot.ts"
import { type Ledger, ledger } from "./ledger.ts"
import { site } from "./site.tsx"

// Portico on its live leaves. ?hosts is the one origin of all that the provider serves; ?haste makes waits so many times shorter.
declare global {
  interface Window {
    modal: Modal
    ledger: Ledger
  }
}

const asked = new URLSearchParams(location.search)
const at = asked.get("hosts") ?? location.origin
if (asked.has("haste")) window.ledger = ledger(Number(asked.get("haste")))

/** Wallets in the browser, as EIP-6963 has them announced. */
const announce = () => {
  for (const [index, name] of ["Halyard", "Cinderbox", "Tessera"].entries()) {
    const info = {
      uuid: `00000000-0000-4000-8000-00000000000${index}`,
      name,
      rdns: `example.wallet${index}`,
      icon: dot,
    }
    const provider = { request: async () => [], on: () => {}, removeListener: () => {} }
    dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail: Object.freeze({ info, provider }) }))
  }
}
addEventListener("eip6963:requestProvider", announce)

window.modal = createModal({
  projectId: "0123456789abcdef".repeat(2),
  networks: [mainnet],
  hosts: {
    api: at,
    blockchain: at,
    analytics: at,
    relay: at.replace("http", "ws"),
    secureSite: at,
    verify: at,
    utxo: at,
    images: at,
  },
})
site(window.modal, "Connect")
