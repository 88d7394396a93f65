import type { WalletAdapterCompatibleStandardWallet } from "@solana/wallet-adapter-base"
import { StandardWalletAdapter } from "@solana/wallet-standard-wallet-adapter-base"
import type { Modal, SolanaFeatures, SolanaProvider } from "portico"

/**
 * Portico as a wallet of Solana's wallet adapter: `<WalletProvider wallets={[porticoAdapter(modal)]}>`. Connecting opens the modal, and
 * the site's hooks follow what the visitor does there. Other requests go to the wallet itself, which `modal.getProvider("solana")`
 * returns as a Wallet Standard wallet.
 */
export const porticoAdapter = (modal: Modal) => new StandardWalletAdapter({ wallet: porticoWallet(modal) })

const porticoWallet = (modal: Modal): WalletAdapterCompatibleStandardWallet => {
  /** Active wallet. `undefined` while disconnected. */
  let inUse: SolanaProvider | undefined
  const listeners = new Set<(change: { readonly accounts: SolanaProvider["accounts"] }) => void>()
  const address = () => modal.getState().chains.solana?.accountState.address
  const accounts = () => inUse?.accounts.filter((account) => account.address === address()) ?? []

  const take = async () => {
    const before = accounts()[0]?.address
    inUse = address() === undefined ? undefined : await modal.getProvider("solana")
    if (accounts()[0]?.address !== before) for (const listener of [...listeners]) listener({ accounts: accounts() })
  }
  modal.subscribe(() => {
    if (accounts()[0]?.address !== address()) void take()
  })

  /** Waits until a wallet is connected, or the modal is closed. */
  const chosen = async () => {
    await modal.open({ view: "Connect", namespace: "solana" })
    await new Promise<void>((resolve) => {
      const look = () => {
        if (address() === undefined && modal.getState().open) return
        stop()
        resolve()
      }
      const stop = modal.subscribe(look)
      look()
    })
  }

  /** Calls a feature of the active wallet with the site's input. */
  const ask = <Name extends keyof SolanaFeatures>(name: Name, method: string) => {
    return async (...inputs: readonly unknown[]) => {
      const feature = inUse?.features[name] as { readonly [method: string]: unknown } | undefined
      const call = feature?.[method]
      if (typeof call !== "function") throw new Error(`The wallet in use cannot ${method}`)
      return call(...inputs)
    }
  }

  return {
    version: "1.0.0",
    name: "Portico",
    icon,
    chains: ["solana:mainnet", "solana:devnet", "solana:testnet"],
    get accounts() {
      return accounts()
    },
    features: {
      "standard:connect": {
        version: "1.0.0",
        connect: async ({ silent }: { readonly silent?: boolean } = {}) => {
          if (silent) await modal.ready()
          else if (address() === undefined) await chosen()
          await take()
          return { accounts: accounts() }
        },
      },
      "standard:disconnect": { version: "1.0.0", disconnect: () => modal.disconnect({ namespace: "solana" }) },
      "standard:events": {
        version: "1.0.0",
        on: (_: "change", listener: (change: { readonly accounts: SolanaProvider["accounts"] }) => void) => {
          listeners.add(listener)
          return () => void listeners.delete(listener)
        },
      },
      "solana:signMessage": { version: "1.0.0", signMessage: ask("solana:signMessage", "signMessage") },
      "solana:signTransaction": {
        version: "1.0.0",
        supportedTransactionVersions: ["legacy", 0],
        signTransaction: ask("solana:signTransaction", "signTransaction"),
      },
      "solana:signAndSendTransaction": {
        version: "1.0.0",
        supportedTransactionVersions: ["legacy", 0],
        signAndSendTransaction: ask("solana:signAndSendTransaction", "signAndSendTransaction"),
      },
    },
  } as WalletAdapterCompatibleStandardWallet
}

const icon = `data:image/svg+xml;base64,${btoa(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" rx="10" fill="#1c4435"/></svg>',
)}` as const
