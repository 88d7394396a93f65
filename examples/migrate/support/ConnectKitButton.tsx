import type { Namespace } from "portico"
import { useAccount, useModal, useNetwork } from "portico/react"
import type { ReactNode } from "react"

interface ConnectButtonState {
  show: () => void
  hide: () => void
  chain?: { id: number; name: string; unsupported?: boolean }
  unsupported: boolean
  isConnected: boolean
  isConnecting: boolean
  address?: `0x${string}`
  truncatedAddress?: string
  ensName?: string
}

const namespace: Namespace = "eip155"

/** Renders a button of your own with the state of Portico's modal, in the form of ConnectKit's `ConnectKitButton.Custom`. */
export function CustomConnectButton({ children }: { children: (state: ConnectButtonState) => ReactNode }) {
  const modal = useModal()
  const { address, status } = useAccount({ namespace })
  const { network } = useNetwork()
  const state: ConnectButtonState = {
    show: () => void modal.open(),
    hide: () => void modal.close(),
    unsupported: address !== undefined && !network,
    isConnected: address !== undefined,
    isConnecting: status === "connecting",
  }
  if (address) {
    state.address = address as `0x${string}`
    state.truncatedAddress = `${address.slice(0, 6)}••••${address.slice(-4)}`
    if (network) state.chain = { id: Number(network.id), name: network.name }
  }
  return <>{children(state)}</>
}
