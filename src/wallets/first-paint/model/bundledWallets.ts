import type { Wallet } from "./wallet.ts"

const evm = "eip155:1"
const solana = "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp"
const bitcoin = "bip122:000000000019d6689c085ae165831e93"

/**
 * Most used wallets of each namespace, listed until the directory has responded once. IDs, names and links are the directory's. A wallet
 * has a mobile link only if it supports WalletConnect.
 */
export const bundledWallets: readonly Wallet[] = [
  {
    id: "c57ca95b47569778a828d19178114f4db188b89b763c899ba0be274e97267d96",
    name: "MetaMask",
    rdns: "io.metamask",
    mobile_link: "metamask://",
    homepage: "https://metamask.io/",
    chains: [evm],
  },
  {
    id: "4622a2b2d6af1c9844944291e5e7351a6aa24cd7b23099efac1b2fd875da31a0",
    name: "Trust Wallet",
    rdns: "com.trustwallet.app",
    mobile_link: "trust://",
    homepage: "https://trustwallet.com/",
    chains: [evm, solana],
  },
  {
    id: "a797aa35c0fadbfc1a53e7f675162ed5226968b44a19ee3d24385c64d1d3c393",
    name: "Phantom",
    rdns: "app.phantom",
    homepage: "https://phantom.com/",
    chains: [solana],
  },
  {
    id: "1ca0bdd4747578705b1939af023d120677c64fe6ca76add81fda36e350605e79",
    name: "Solflare",
    mobile_link: "solflare://",
    homepage: "https://solflare.com/",
    chains: [solana],
  },
  {
    id: "2a87d74ae02e10bdd1f51f7ce6c4e1cc53cd5f2c0b6b5ad0d7b3007d2b13de7b",
    name: "Xverse",
    homepage: "https://www.xverse.app/",
    chains: [bitcoin],
    injected: [{ namespace: "bip122", injected_id: "XverseProviders" }],
  },
  {
    id: "483afe1df1df63daf313109971ff3ef8356ddf1cc4e45877d205eee0b7893a13",
    name: "Leather",
    homepage: "https://leather.io/",
    chains: [bitcoin],
    injected: [{ namespace: "bip122", injected_id: "LeatherProvider" }],
  },
  {
    id: "971e689d0a5be527bac79629b4ee9b925e82208e5168b733496a09c0faed0709",
    name: "OKX Wallet",
    rdns: "com.okex.wallet",
    mobile_link: "okex://main",
    homepage: "https://www.okx.com/web3",
    chains: [evm, solana, bitcoin],
  },
  {
    id: "38f5d18bd8522c244bdd70cb4a68e0e718865155811c043f052fb9f1c51de662",
    name: "Bitget Wallet",
    rdns: "com.bitget.web3",
    mobile_link: "bitkeep://",
    homepage: "https://web3.bitget.com/",
    chains: [evm, solana, bitcoin],
  },
  {
    id: "1ae92b26df02f0abca6304df07debccd18262fdf5fe82daa81593582dac9a369",
    name: "Rainbow",
    rdns: "me.rainbow",
    mobile_link: "rainbow://",
    homepage: "https://rainbow.me/",
    chains: [evm],
  },
  {
    id: "c03dfee351b6fcc421b4494ea33b9d4b92a984f87aa76d1663bb28705e95034a",
    name: "Uniswap Wallet",
    rdns: "org.uniswap.app",
    mobile_link: "uniswap://",
    homepage: "https://wallet.uniswap.org/",
    chains: [evm],
  },
  {
    id: "0b415a746fb9ee99cce155c2ceca0c6f6061b1dbca2d722b3ba16381d0562150",
    name: "SafePal",
    mobile_link: "safepalwallet://",
    homepage: "https://www.safepal.com/",
    chains: [evm],
  },
  {
    id: "20459438007b75f4f4acb98bf29aa3b800550309646d375da5fd4aac6c2a2c66",
    name: "TokenPocket",
    mobile_link: "tpoutside://",
    homepage: "https://www.tokenpocket.pro/",
    chains: [evm],
  },
]
