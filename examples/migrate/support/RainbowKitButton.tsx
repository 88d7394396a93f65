import { useAccount, useModal, useModalState, useNetwork, useSession } from "portico/react"
import type { ReactNode } from "react"

interface ConnectButtonState {
  account?: { address: string; displayName: string; displayBalance?: string; ensName?: string; ensAvatar?: string }
  chain?: {
    id: number
    name?: string
    unsupported?: boolean
    hasIcon: boolean
    iconUrl?: string
    iconBackground?: string
  }
  mounted: boolean
  authenticationStatus?: "loading" | "unauthenticated" | "authenticated"
  openAccountModal: () => void
  openChainModal: () => void
  openConnectModal: () => void
  accountModalOpen: boolean
  chainModalOpen: boolean
  connectModalOpen: boolean
}

/** Renders a button of your own with the state of Portico's modal, in the form of RainbowKit's `ConnectButton.Custom`. */
export function CustomConnectButton({ children }: { children: (state: ConnectButtonState) => ReactNode }) {
  const modal = useModal()
  const { view } = useModalState()
  const { address } = useAccount()
  const { network, caipNetworkId } = useNetwork()
  const session = useSession()
  const asksToSignIn = modal.getState().options.siwx
  const state: ConnectButtonState = {
    mounted: true,
    openAccountModal: () => void modal.open({ view: "Account" }),
    openChainModal: () => void modal.open({ view: "Networks" }),
    openConnectModal: () => void modal.open({ view: "Connect" }),
    accountModalOpen: view === "Account",
    chainModalOpen: view === "Networks",
    connectModalOpen: view === "Connect",
  }
  if (asksToSignIn) state.authenticationStatus = session ? "authenticated" : "unauthenticated"
  if (address) {
    state.account = { address, displayName: `${address.slice(0, 4)}…${address.slice(-4)}` }
    state.chain = { id: Number(caipNetworkId?.split(":")[1]), unsupported: !network, hasIcon: false }
    if (network) state.chain.name = network.name
  }
  return <>{children(state)}</>
}
