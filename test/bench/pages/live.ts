import { createModal, type Modal, type ModalOptions, mainnet } from "../../../src/index.ts"
import { dot } from "./dot.ts"
import { type Ledger, ledger } from "./ledger.ts"

// Portico on its live layers. ?hosts is the single origin that stands for every provider host; ?haste divides waits by this factor;
// ?account is the content of the wallets; ?preload is the option, default "none".
declare global {
  interface Window {
    modal: Modal
    ledger: Ledger
  }
}

const asked = new URLSearchParams(location.search)
const at = asked.get("hosts") ?? location.origin
const held = asked.get("account")

/** The view the modal opens with. */
export const view = held === null ? "Connect" : "Account"
if (asked.has("haste")) window.ledger = ledger(Number(asked.get("haste")))

/** Responses of the wallets: with or without an account on Ethereum. */
const request = async ({ method }: { readonly method: string }) => {
  if (method === "eth_chainId") return "0x1"
  if (method === "eth_requestAccounts" || method === "eth_accounts") return held === null ? [] : [held]
  throw Object.assign(new Error("The wallet does not know this method"), { code: -32601 })
}

/** Wallets in the browser, announced by EIP-6963. */
const announce = () => {
  for (const [index, name] of ["Halyard", "Cinderbox", "Tessera"].entries()) {
    const info = {
      uuid: `00000000-0000-4000-8000-00000000000${index}`,
      name,
      rdns: `example.wallet${index}`,
      icon: dot,
    }
    const provider = { request, on: () => {}, removeListener: () => {} }
    dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail: Object.freeze({ info, provider }) }))
  }
}
addEventListener("eip6963:requestProvider", announce)

window.modal = createModal({
  projectId: "0123456789abcdef".repeat(2),
  networks: [mainnet],
  preload: (asked.get("preload") ?? "none") as NonNullable<ModalOptions["preload"]>,
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
