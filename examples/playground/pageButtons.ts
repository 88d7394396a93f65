import { find, make, shortAddress } from "./dom.ts"
import type { Modal, Snapshot } from "./packageImports.ts"
import { setTheme } from "./theme.ts"

/** Connects the page's buttons, and shows the modal's state. */
export const page = (modal: Modal) => {
  const account = find<HTMLButtonElement>('[data-action="account"]')
  const network = find<HTMLButtonElement>('[data-action="network"]')
  const hero = find<HTMLButtonElement>('[data-action="open"]')
  const json = find("#state pre")

  account.onclick = hero.onclick = () => void modal.open()
  network.onclick = () => void modal.open({ view: "Networks" })
  find<HTMLButtonElement>('[data-action="theme"]').onclick = () => {
    const next = document.documentElement.dataset.theme === "dark" ? "light" : "dark"
    setTheme(next)
    modal.setThemeMode(next)
  }
  for (const button of [account, hero, network]) button.onpointerenter = () => void modal.preload().catch(() => {})

  const render = (state: Snapshot) => {
    const { status, address } = state
    const { profileName, balance, balanceSymbol } = accountOf(state) ?? {}
    const connected = address !== undefined
    account.ariaBusy = String(status === "connecting")
    account.className = connected ? "quiet account" : "main"
    account.replaceChildren(
      ...(connected
        ? [
            ...(balance ? [make("span", { className: "amount" }, `${floored(balance)} ${balanceSymbol ?? ""}`)] : []),
            make("bdi", { className: "who" }, profileName ?? shortAddress(address)),
          ]
        : [status === "connecting" ? "Connecting…" : "Connect Wallet"]),
    )
    hero.textContent = connected ? "Open account" : "Connect Wallet"
    network.textContent = nameOf(state) ?? "Select Network"
    json.textContent = JSON.stringify(state, null, 2)
  }
  modal.subscribe(render)
  render(modal.getState())
}

const accountOf = ({ chains, activeChain }: Snapshot) => chains[activeChain]?.accountState

const nameOf = ({ chains, activeChain, caipNetworkId }: Snapshot) =>
  chains[activeChain]?.caipNetworks.find((network) => network.caipNetworkId === caipNetworkId)?.name

const floored = (amount: string) => amount.replace(/(\.\d{3})\d+$/, "$1")
