import { ConnectKitButton, useChainIsSupported, useModal, useSIWE } from "connectkit"
import { useAccount, useDisconnect, useSignMessage } from "wagmi"

function Actions() {
  const { setOpen, openProfile, openSwitchNetworks } = useModal()
  const { isSignedIn, signOut } = useSIWE()
  const { disconnect } = useDisconnect()
  const { signMessage, data } = useSignMessage()
  return (
    <p>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <button type="button" onClick={openProfile}>
        Account
      </button>
      <button type="button" onClick={openSwitchNetworks}>
        Networks
      </button>
      <button type="button" onClick={() => signMessage({ message: "Hello" })}>
        Sign
      </button>
      {isSignedIn && (
        <button type="button" onClick={() => signOut()}>
          Sign out
        </button>
      )}
      <button type="button" onClick={() => disconnect()}>
        Disconnect
      </button>
      <span>{data}</span>
    </p>
  )
}

export function Header() {
  const { address, chainId, isConnected } = useAccount()
  const isSupported = useChainIsSupported(chainId)
  return (
    <header>
      <ConnectKitButton showBalance showAvatar={false} />
      {isConnected && <Actions />}
      {isConnected && !isSupported && <p>Switch to a network of this site.</p>}
      <output>{address ?? "Not connected"}</output>
    </header>
  )
}
