import type { Wallet } from "./wallets.ts"

/**
 * Wallets that any EVM network can be used with over the relay: what stands in for the directory where it has never answered. Ids,
 * names and links are the directory's own.
 */
export const bundledWallets: readonly Wallet[] = [
  {
    id: "c57ca95b47569778a828d19178114f4db188b89b763c899ba0be274e97267d96",
    name: "MetaMask",
    rdns: "io.metamask",
    mobile_link: "metamask://",
    homepage: "https://metamask.io/",
    chains: ["eip155:1"],
  },
  {
    id: "4622a2b2d6af1c9844944291e5e7351a6aa24cd7b23099efac1b2fd875da31a0",
    name: "Trust Wallet",
    rdns: "com.trustwallet.app",
    mobile_link: "trust://",
    homepage: "https://trustwallet.com/",
    chains: ["eip155:1"],
  },
  {
    id: "971e689d0a5be527bac79629b4ee9b925e82208e5168b733496a09c0faed0709",
    name: "OKX Wallet",
    rdns: "com.okex.wallet",
    mobile_link: "okex://main",
    homepage: "https://www.okx.com/web3",
    chains: ["eip155:1"],
  },
  {
    id: "38f5d18bd8522c244bdd70cb4a68e0e718865155811c043f052fb9f1c51de662",
    name: "Bitget Wallet",
    rdns: "com.bitget.web3",
    mobile_link: "bitkeep://",
    homepage: "https://web3.bitget.com/",
    chains: ["eip155:1"],
  },
]
