import {
  type Connector,
  connect,
  createConfig,
  disconnect,
  getAccount,
  http,
  reconnect,
  signMessage,
  switchChain,
  watchAccount,
} from "@wagmi/core"
import { base, mainnet } from "@wagmi/core/chains"
import { createModal, type Modal } from "portico"
import { portico } from "portico/wagmi"

declare global {
  interface Window {
    portico: Modal
  }
}

const chains = [mainnet, base] as const
const modal = createModal({
  projectId: "demo",
  networks: chains,
  layers: () =>
    import("portico/layers").then(({ demo }) => demo({ wallets: { "example.halyard": { chain: mainnet.id } } })),
})
window.portico = modal

const config = createConfig({
  chains,
  connectors: [portico(modal)],
  transports: { [mainnet.id]: http(), [base.id]: http() },
})

const find = (selector: string) => document.querySelector<HTMLElement>(selector)
const say = (text: string) => {
  const said = find("#said")
  if (said) said.textContent = text
}
const render = () => {
  const { status, address, chainId } = getAccount(config)
  const output = find("output")
  if (output) output.textContent = [status, address, chainId].filter(Boolean).join(" ")
}
watchAccount(config, { onChange: render })
render()
void reconnect(config)

/** Makes a button run a wagmi action and shows its result. */
const press = (id: string, action: () => Promise<unknown>) => {
  find(`#${id}`)?.addEventListener("click", () =>
    action().then(
      (result) => say(typeof result === "string" ? result : `${id}: done`),
      (error: Error) => say(`${error.name}: ${error.message.split("\n")[0]}`),
    ),
  )
}

press("connect", async () => {
  await connect(config, { connector: config.connectors[0] as Connector })
})
press("sign", () => signMessage(config, { message: "Hello from wagmi" }))
press("switch", () => switchChain(config, { chainId: getAccount(config).chainId === base.id ? mainnet.id : base.id }))
press("disconnect", () => disconnect(config))
