import { ConnectButton, useAccountModal, useChainModal, useConnectModal } from "@rainbow-me/rainbowkit"
import { useAccount, useDisconnect, useSignMessage } from "wagmi"

function Actions() {
  const { openAccountModal } = useAccountModal()
  const { openChainModal, chainModalOpen } = useChainModal()
  const { disconnect } = useDisconnect()
  const { signMessage, data } = useSignMessage()
  return (
    <p>
      <button type="button" onClick={openAccountModal}>
        Account
      </button>
      <button type="button" onClick={() => openChainModal?.()} disabled={chainModalOpen}>
        Networks
      </button>
      <button type="button" onClick={() => signMessage({ message: "Hello" })}>
        Sign
      </button>
      <button type="button" onClick={() => disconnect()}>
        Disconnect
      </button>
      <span>{data}</span>
    </p>
  )
}

export function Header() {
  const { address, isConnected } = useAccount()
  const { openConnectModal } = useConnectModal()
  return (
    <header>
      <ConnectButton showBalance={false} chainStatus="none" />
      {openConnectModal && (
        <button type="button" onClick={openConnectModal}>
          Start
        </button>
      )}
      {isConnected && <Actions />}
      <output>{address ?? "Not connected"}</output>
    </header>
  )
}
