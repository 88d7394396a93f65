import { createElement, StrictMode } from "react"
import { renderToString } from "react-dom/server"
import { createModal } from "../../src/index.ts"
import { AccountButton, ConnectButton, EmbeddedModal, ModalProvider, NetworkButton } from "../../src/react.tsx"
import "../../layers/index.ts"
import "../../services/index.ts"
import "../../src/effect.ts"
import "../../src/trace.ts"
import "../../src/wagmi.ts"
import "../../src/headless.ts"

const networks = [
  {
    id: 1,
    name: "Ethereum",
    nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
    rpcUrls: { default: { http: ["https://node.example"] } },
  },
]

/** A server's response: loads every public entry, and creates one modal from options and one beside it. */
export const page = (): string => {
  const options = { projectId: "a-project", networks, enableEmbedded: true }
  const parts = [ConnectButton, AccountButton, NetworkButton, EmbeddedModal].map((part, key) =>
    createElement(part, { key }),
  )
  const own = createElement(ModalProvider, { options }, parts)
  const beside = createElement(ModalProvider, { modal: createModal(options) }, createElement(NetworkButton))
  return renderToString(createElement(StrictMode, null, own, beside))
}

// Run as a script, it prints the page and exits, unless something is left running.
if (process.argv.includes("--print")) console.log(page())
