import { base, type ModalOptions, mainnet } from "portico"
import {
  AccountButton,
  ConnectButton,
  ModalProvider,
  NetworkButton,
  useAccount,
  useBalances,
  useModal,
  useNetwork,
} from "portico/react"
import { useState } from "react"

// Outside the component, so the modal is created only once.
const options: ModalOptions = {
  projectId: "demo",
  networks: [mainnet, base],
  layers: () => import("portico/layers").then(({ demo }) => demo()),
}

export function App() {
  return (
    <ModalProvider options={options}>
      <header>
        <NetworkButton />
        <ConnectButton />
        <AccountButton />
      </header>
      <main>
        <h1>React</h1>
        <Wallet />
      </main>
    </ModalProvider>
  )
}

function Wallet() {
  const { address, isConnected } = useAccount()
  const { network, networks } = useNetwork()
  const { tokens } = useBalances()
  const modal = useModal()
  const [said, say] = useState("")
  if (!isConnected) return <p>Not connected.</p>

  const other = networks.find(({ id }) => id !== network?.id)
  const sign = () =>
    modal.signMessage({ message: "Hello from React" }).then(
      (signature) => say(`Signed: ${signature}`),
      (error: Error) => say(error.message),
    )
  return (
    <section aria-label="Wallet">
      <p>
        <bdi>{address}</bdi> on {network?.name}
      </p>
      <ul aria-label="Tokens">
        {tokens.map(({ key, symbol, quantity }) => (
          <li key={key}>
            {quantity} {symbol}
          </li>
        ))}
      </ul>
      <button type="button" onClick={sign}>
        Sign a message
      </button>{" "}
      {other && (
        <button type="button" onClick={() => void modal.switchNetwork({ network: other.caipNetworkId })}>
          Switch to {other.name}
        </button>
      )}
      <output>{said}</output>
    </section>
  )
}
