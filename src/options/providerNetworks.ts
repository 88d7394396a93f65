/** URL of the provider's node service, for the bundled networks that have no public node. */
const providerNode = "https://rpc.walletconnect.org/v1"

/** Whether a URL is that of the provider's node service, on `blockchainHost` or on the default host, which the bundled networks use. */
export const isProviderNode = (url: string, blockchainHost: string): boolean =>
  url === providerNode || url.replace(/\/$/, "") === `${blockchainHost.replace(/\/+$/, "")}/v1`

/** Whether the provider's node service supports a network (CAIP-2), according to the built-in list. */
export const hasProviderNode = (caipNetworkId: string): boolean => carried.has(caipNetworkId)

/**
 * Whether the provider's blockchain services support a network, according to `served` (the list of these services), or else to the built-in
 * list.
 */
export const isServed = (caipNetworkId: string, served: ReadonlySet<string> | undefined): boolean =>
  served?.has(caipNetworkId) ?? hasProviderNode(caipNetworkId)

const evm = [
  1, 10, 30, 31, 56, 97, 100, 130, 137, 146, 300, 324, 1101, 1111, 1112, 1284, 1301, 1329, 2810, 2818, 5000, 5003, 8217,
  8453, 17000, 42161, 42220, 43113, 43114, 57054, 59144, 80002, 80069, 80084, 80094, 84532, 421614, 534351, 534352,
  560048, 911867, 7777777, 11155111, 11155420, 999999999, 1313161554, 1313161555,
]

const carried: ReadonlySet<string> = new Set([
  ...evm.map((chainId) => `eip155:${chainId}`),
  "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp",
  "solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ",
  "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1",
  "solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z",
  "bip122:000000000019d6689c085ae165831e93",
  "bip122:000000000933ea01ad0ee984209779ba",
  "near:mainnet",
])
