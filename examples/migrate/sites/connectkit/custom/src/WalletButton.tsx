import { ConnectKitButton } from "connectkit"

export const WalletButton = () => (
  <ConnectKitButton.Custom>
    {({ isConnected, isConnecting, show, truncatedAddress, ensName, chain, unsupported }) => (
      <button type="button" onClick={show} disabled={isConnecting}>
        {isConnected
          ? `${ensName ?? truncatedAddress} ${unsupported ? "Wrong network" : chain?.name}`
          : "Connect Wallet"}
      </button>
    )}
  </ConnectKitButton.Custom>
)
