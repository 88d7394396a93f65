import { ConnectButton } from "@rainbow-me/rainbowkit"

export const WalletButton = () => (
  <ConnectButton.Custom>
    {({ account, chain, openAccountModal, openChainModal, openConnectModal, authenticationStatus, mounted }) => {
      const ready = mounted && authenticationStatus !== "loading"
      const connected = ready && account && chain
      if (!connected)
        return (
          <button onClick={openConnectModal} type="button">
            Connect Wallet
          </button>
        )
      if (chain.unsupported)
        return (
          <button onClick={openChainModal} type="button">
            Wrong network
          </button>
        )
      return (
        <div>
          <button onClick={openChainModal} type="button">
            {chain.hasIcon && <img alt={chain.name ?? "Chain icon"} src={chain.iconUrl} />}
            {chain.name}
          </button>
          <button onClick={openAccountModal} type="button">
            {account.displayName}
          </button>
        </div>
      )
    }}
  </ConnectButton.Custom>
)
