import type { NetworkNamespace } from "./namespaces.ts"

/** Network (specification section 3). `id` is the chain ID of an EVM network, otherwise the reference of the CAIP-2 ID. */
export interface Network {
  readonly id: number | string
  readonly name: string
  readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: number }
  readonly rpcUrls: { readonly default: { readonly http: readonly string[] } }
  readonly blockExplorers?: {
    readonly default: { readonly name: string; readonly url: string; readonly apiUrl?: string | undefined }
  }
  readonly chainNamespace: NetworkNamespace
  /** Namespace and reference, such as `eip155:1` (CAIP-2). */
  readonly caipNetworkId: CaipNetworkId
  readonly testnet?: boolean
  /** Former ID that wallets may still use. */
  readonly deprecatedCaipNetworkId?: CaipNetworkId
  /** Time between blocks, in ms, for the site to read. Portico polls at its own intervals. */
  readonly blockTime?: number
}

/** CAIP-2 ID of a chain: namespace and reference. */
export type CaipNetworkId = `${string}:${string}`

/** Network as a site or viem describes it, with optional fields. */
export interface NetworkDescription {
  readonly id: number | string
  readonly name: string
  readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: number }
  readonly rpcUrls: { readonly default: { readonly http: readonly string[] } }
  readonly blockExplorers?:
    | { readonly default: { readonly name: string; readonly url: string; readonly apiUrl?: string | undefined } }
    | undefined
  readonly chainNamespace?: NetworkNamespace | undefined
  readonly testnet?: boolean | undefined
  readonly deprecatedCaipNetworkId?: CaipNetworkId | undefined
  readonly blockTime?: number | undefined
}

/** Creates a network from a custom description or a viem chain. The namespace defaults to `eip155`. */
export const defineNetwork = (described: NetworkDescription): Network => {
  const { id, name, nativeCurrency, rpcUrls, blockExplorers, testnet, deprecatedCaipNetworkId, blockTime } = described
  const chainNamespace = described.chainNamespace ?? "eip155"
  return {
    id,
    name,
    nativeCurrency,
    rpcUrls: { default: { http: rpcUrls.default.http } },
    ...(blockExplorers && { blockExplorers: { default: blockExplorers.default } }),
    chainNamespace,
    caipNetworkId: `${chainNamespace}:${id}`,
    ...(testnet !== undefined && { testnet }),
    ...(deprecatedCaipNetworkId && { deprecatedCaipNetworkId }),
    ...(blockTime !== undefined && { blockTime }),
  }
}

const ether = { name: "Ether", symbol: "ETH", decimals: 18 } as const
const sol = { name: "Solana", symbol: "SOL", decimals: 9 } as const
const btc = { name: "Bitcoin", symbol: "BTC", decimals: 8 } as const

// Bundled networks without a public node use the provider's.
const provided = { default: { http: ["https://rpc.walletconnect.org/v1"] } } as const
const solscan = { default: { name: "Solscan", url: "https://solscan.io" } } as const

/** Ethereum's main network, chain ID 1. */
export const mainnet = {
  id: 1,
  name: "Ethereum",
  nativeCurrency: ether,
  rpcUrls: { default: { http: ["https://ethereum.reth.rs/rpc"] } },
  blockExplorers: {
    default: { name: "Etherscan", url: "https://etherscan.io", apiUrl: "https://api.etherscan.io/api" },
  },
  chainNamespace: "eip155",
  caipNetworkId: "eip155:1",
  blockTime: 12_000,
} as const satisfies Network

/** OP Mainnet, the main network of Optimism, chain ID 10. */
export const optimism = {
  id: 10,
  name: "OP Mainnet",
  nativeCurrency: ether,
  rpcUrls: { default: { http: ["https://mainnet.optimism.io"] } },
  blockExplorers: {
    default: {
      name: "Optimism Explorer",
      url: "https://optimistic.etherscan.io",
      apiUrl: "https://api-optimistic.etherscan.io/api",
    },
  },
  chainNamespace: "eip155",
  caipNetworkId: "eip155:10",
  blockTime: 2_000,
} as const satisfies Network

/** Optimism Goerli, a discontinued test network, chain ID 420. */
export const optimismGoerli = {
  id: 420,
  name: "Optimism Goerli",
  nativeCurrency: { name: "Goerli Ether", symbol: "ETH", decimals: 18 },
  rpcUrls: { default: { http: ["https://goerli.optimism.io"] } },
  blockExplorers: {
    default: {
      name: "Etherscan",
      url: "https://goerli-optimism.etherscan.io",
      apiUrl: "https://goerli-optimism.etherscan.io/api",
    },
  },
  chainNamespace: "eip155",
  caipNetworkId: "eip155:420",
  testnet: true,
  blockTime: 2_000,
} as const satisfies Network

/** Polygon's main network, chain ID 137. */
export const polygon = {
  id: 137,
  name: "Polygon",
  nativeCurrency: { name: "POL", symbol: "POL", decimals: 18 },
  rpcUrls: { default: { http: ["https://polygon.drpc.org"] } },
  blockExplorers: {
    default: { name: "PolygonScan", url: "https://polygonscan.com", apiUrl: "https://api.etherscan.io/v2/api" },
  },
  chainNamespace: "eip155",
  caipNetworkId: "eip155:137",
  blockTime: 2_000,
} as const satisfies Network

/** Base's main network, chain ID 8453. */
export const base = {
  id: 8453,
  name: "Base",
  nativeCurrency: ether,
  rpcUrls: { default: { http: ["https://mainnet.base.org"] } },
  blockExplorers: {
    default: { name: "Basescan", url: "https://basescan.org", apiUrl: "https://api.basescan.org/api" },
  },
  chainNamespace: "eip155",
  caipNetworkId: "eip155:8453",
  blockTime: 2_000,
} as const satisfies Network

/** Celo's main network, chain ID 42220. */
export const celo = {
  id: 42220,
  name: "Celo",
  nativeCurrency: { name: "CELO", symbol: "CELO", decimals: 18 },
  rpcUrls: { default: { http: ["https://forno.celo.org"] } },
  blockExplorers: {
    default: { name: "Celo Explorer", url: "https://celoscan.io", apiUrl: "https://api.celoscan.io/api" },
  },
  chainNamespace: "eip155",
  caipNetworkId: "eip155:42220",
  blockTime: 1_000,
} as const satisfies Network

/** Fantom Opera, chain ID 250. */
export const fantom = {
  id: 250,
  name: "Fantom",
  nativeCurrency: { name: "Fantom", symbol: "FTM", decimals: 18 },
  rpcUrls: { default: { http: ["https://250.rpc.thirdweb.com"] } },
  blockExplorers: { default: { name: "FTMScan", url: "https://ftmscan.com", apiUrl: "https://api.ftmscan.com/api" } },
  chainNamespace: "eip155",
  caipNetworkId: "eip155:250",
} as const satisfies Network

/** Gnosis Chain, chain ID 100. */
export const gnosis = {
  id: 100,
  name: "Gnosis",
  nativeCurrency: { name: "xDAI", symbol: "XDAI", decimals: 18 },
  rpcUrls: { default: { http: ["https://rpc.gnosischain.com"] } },
  blockExplorers: {
    default: { name: "Gnosisscan", url: "https://gnosisscan.io", apiUrl: "https://api.gnosisscan.io/api" },
  },
  chainNamespace: "eip155",
  caipNetworkId: "eip155:100",
  blockTime: 5_000,
} as const satisfies Network

/** Aurora's main network, chain ID 1313161554. */
export const aurora = {
  id: 1313161554,
  name: "Aurora",
  nativeCurrency: ether,
  rpcUrls: { default: { http: ["https://mainnet.aurora.dev"] } },
  blockExplorers: {
    default: { name: "Aurorascan", url: "https://aurorascan.dev", apiUrl: "https://aurorascan.dev/api" },
  },
  chainNamespace: "eip155",
  caipNetworkId: "eip155:1313161554",
} as const satisfies Network

/** Avalanche's C-Chain, chain ID 43114. */
export const avalanche = {
  id: 43114,
  name: "Avalanche",
  nativeCurrency: { name: "Avalanche", symbol: "AVAX", decimals: 18 },
  rpcUrls: { default: { http: ["https://api.avax.network/ext/bc/C/rpc"] } },
  blockExplorers: { default: { name: "SnowTrace", url: "https://snowtrace.io", apiUrl: "https://api.snowtrace.io" } },
  chainNamespace: "eip155",
  caipNetworkId: "eip155:43114",
  blockTime: 1_700,
} as const satisfies Network

/** Solana's main network. */
export const solana = {
  id: "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp",
  name: "Solana",
  nativeCurrency: sol,
  rpcUrls: provided,
  blockExplorers: solscan,
  chainNamespace: "solana",
  caipNetworkId: "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp",
  testnet: false,
  deprecatedCaipNetworkId: "solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ",
} as const satisfies Network

/** Solana's test network for app developers. */
export const solanaDevnet = {
  id: "EtWTRABZaYq6iMfeYKouRu166VU2xqa1",
  name: "Solana Devnet",
  nativeCurrency: sol,
  rpcUrls: provided,
  blockExplorers: solscan,
  chainNamespace: "solana",
  caipNetworkId: "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1",
  testnet: true,
  deprecatedCaipNetworkId: "solana:8E9rvCKLFQia2Y35HXjjpWzj8weVo44K",
} as const satisfies Network

/** Solana's test network for new validator releases. */
export const solanaTestnet = {
  id: "4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z",
  name: "Solana Testnet",
  nativeCurrency: sol,
  rpcUrls: provided,
  blockExplorers: solscan,
  chainNamespace: "solana",
  caipNetworkId: "solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z",
  testnet: true,
} as const satisfies Network

/** Bitcoin's main network. */
export const bitcoin = {
  id: "000000000019d6689c085ae165831e93",
  name: "Bitcoin",
  nativeCurrency: btc,
  rpcUrls: provided,
  chainNamespace: "bip122",
  caipNetworkId: "bip122:000000000019d6689c085ae165831e93",
  testnet: false,
} as const satisfies Network

/** Bitcoin's test network (testnet3). */
export const bitcoinTestnet = {
  id: "000000000933ea01ad0ee984209779ba",
  name: "Bitcoin Testnet",
  nativeCurrency: btc,
  rpcUrls: provided,
  chainNamespace: "bip122",
  caipNetworkId: "bip122:000000000933ea01ad0ee984209779ba",
  testnet: true,
} as const satisfies Network

/** Bitcoin's signet. */
export const bitcoinSignet = {
  id: "00000008819873e925422c1ff0f99f7c",
  name: "Bitcoin Signet",
  nativeCurrency: btc,
  rpcUrls: provided,
  chainNamespace: "bip122",
  caipNetworkId: "bip122:00000008819873e925422c1ff0f99f7c",
  testnet: true,
} as const satisfies Network
