import { AccountButton, ConnectButton, ModalProvider, useAccount } from "portico/react"
import { modal } from "./modal"

export const App = () => (
  <ModalProvider modal={modal}>
    <Wallet />
  </ModalProvider>
)

const Wallet = () => {
  const { address } = useAccount()
  return (
    <main>
      <ConnectButton />
      <AccountButton />
      <output>{address ?? "Not connected"}</output>
    </main>
  )
}
