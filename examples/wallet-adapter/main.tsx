import { ConnectionProvider, useWallet, WalletProvider } from "@solana/wallet-adapter-react"
import { createModal, type Modal, solana } from "portico"
import { StrictMode, useState } from "react"
import { createRoot } from "react-dom/client"

declare global {
  interface Window {
    portico: Modal
  }
}

const modal = createModal({
  projectId: "demo",
  networks: [solana],
  // Registers the modal by the Wallet Standard, so the adapter finds it next to the installed wallets.
  announce: true,
  layers: () => import("portico/layers").then(({ demo }) => demo()),
})
window.portico = modal

/** The site's own code uses the wallet adapter only, and does not depend on Portico. */
function Site() {
  const { wallets, wallet, select, connect, disconnect, connected, publicKey, signMessage } = useWallet()
  const [said, say] = useState("")
  const run = (action: () => Promise<unknown>) => () =>
    void action().then(
      (text) => say(typeof text === "string" ? text : ""),
      (error: Error) => say(`${error.name}: ${error.message}`),
    )
  return (
    <>
      <h1>Solana wallet adapter</h1>
      <p>
        {wallets.map(({ adapter }) => (
          <button key={adapter.name} type="button" onClick={() => select(adapter.name)}>
            Use {adapter.name}
          </button>
        ))}{" "}
        {wallet && !connected && (
          <button type="button" onClick={run(connect)}>
            Connect
          </button>
        )}
        {connected && signMessage && (
          <>
            <button
              type="button"
              onClick={run(
                async () => `Signed: ${(await signMessage(new TextEncoder().encode("Hello"))).length} bytes`,
              )}
            >
              Sign a message
            </button>{" "}
            <button type="button" onClick={run(disconnect)}>
              Disconnect
            </button>
          </>
        )}
      </p>
      <p>
        Account in the adapter: <output>{publicKey?.toBase58() ?? "not connected"}</output>
      </p>
      <p id="said">{said}</p>
    </>
  )
}

const root = document.getElementById("root")
if (root)
  createRoot(root).render(
    <StrictMode>
      <ConnectionProvider endpoint="http://127.0.0.1:1">
        <WalletProvider wallets={[]}>
          <Site />
        </WalletProvider>
      </ConnectionProvider>
    </StrictMode>,
  )
