import { base } from "@reown/appkit/networks"
import {
  AppKitButton,
  useAppKit,
  useAppKitAccount,
  useAppKitNetwork,
  useAppKitState,
  useAppKitTheme,
  useDisconnect,
} from "@reown/appkit/react"
import { useAccount, useSignMessage } from "wagmi"

function Actions() {
  const { open, close } = useAppKit()
  const { caipAddress } = useAppKitAccount({ namespace: "eip155" })
  const { caipNetworkId, chainId, switchNetwork } = useAppKitNetwork()
  const { open: isOpen } = useAppKitState()
  const { setThemeMode } = useAppKitTheme()
  const { disconnect } = useDisconnect()
  const { signMessage, data } = useSignMessage()
  return (
    <p>
      <button type="button" onClick={() => open({ view: "Account" })} disabled={isOpen}>
        {caipAddress} {caipNetworkId} {chainId}
      </button>
      <button type="button" onClick={() => close()}>
        Close
      </button>
      <button type="button" onClick={() => switchNetwork(base)}>
        Base
      </button>
      <button type="button" onClick={() => setThemeMode("dark")}>
        Dark
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
  return (
    <header>
      <AppKitButton label="Connect Wallet" size="sm" />
      {isConnected && <Actions />}
      <output>{address ?? "Not connected"}</output>
    </header>
  )
}
