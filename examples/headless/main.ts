import { base, createModal, type Modal, mainnet } from "portico"
import { cancelConnecting, connectWallet, type WalletItem, watchConnecting, watchWallets } from "portico/headless"

declare global {
  interface Window {
    portico: Modal
  }
}

const modal = createModal({
  projectId: "demo",
  networks: [mainnet, base],
  // The views are never opened, so they are not fetched ahead either.
  preload: "none",
  // On your site, remove this line and set your project ID.
  layers: () => import("portico/layers").then(({ demo }) => demo()),
})
window.portico = modal

const find = <E extends HTMLElement>(selector: string) => document.querySelector(selector) as E
const said = find<HTMLOutputElement>("output")

/** One button per wallet. */
const button = (wallet: WalletItem) => {
  const row = document.createElement("li")
  const press = row.appendChild(document.createElement("button"))
  const icon = press.appendChild(document.createElement("img"))
  Object.assign(icon, { src: wallet.icon ?? "data:,", alt: "", width: 20, height: 20, hidden: !wallet.icon })
  press.append(` ${wallet.name}${wallet.tag ? ` (${wallet.tag})` : ""}`)
  press.disabled = wallet.disabled
  // Failures are in the progress below.
  press.onclick = () => connectWallet(modal, wallet).catch(() => undefined)
  return row
}

let expiresAt = 0
setInterval(() => {
  find("#left").textContent = String(Math.max(0, Math.round((expiresAt - Date.now()) / 1000)))
}, 250)

watchWallets(modal, ({ wallets, pairing, error }) => {
  find("#wallets").replaceChildren(...wallets.map(button))
  if (error) said.textContent = `The list is not complete: ${error.message}`
  find("#pairing").hidden = pairing === undefined
  if (!pairing) return
  expiresAt = pairing.expiresAt
  find("#uri").textContent = pairing.uri
  const app = find<HTMLAnchorElement>("#app")
  app.href = pairing.link ?? pairing.uri
})

watchConnecting(modal, ({ status, connection, error }) => {
  find("#disconnect").hidden = status !== "connected"
  if (status === "connecting") said.textContent = "Approve the request in your wallet"
  if (status === "connected") said.textContent = `Connected: ${connection?.accounts[0]?.address}`
  if (status === "failed") said.textContent = error?.message ?? "Connecting failed"
  if (status === "idle") said.textContent = "Not connected"
})

find("#cancel").onclick = () => cancelConnecting(modal)
find("#disconnect").onclick = () => modal.disconnect()
