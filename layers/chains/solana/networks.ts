import type { CaipNetworkId, Network } from "../../../src/options/networks.ts"

/**
 * Whether two IDs denote the same chain. Wallets may use Wallet Standard IDs for Solana's three chains (such as `solana:mainnet`) or older
 * CAIP-2 IDs.
 */
export const isSameChain = (one: string, other: string): boolean => nameOf(one) === nameOf(other)

/** Returns the ID by which a wallet lists a network, or `undefined` if it does not support the network. */
export const canonicalId = (chains: readonly string[], { caipNetworkId }: Pick<Network, "caipNetworkId">) =>
  chains.find((chain) => isSameChain(chain, caipNetworkId))

/** Returns the current CAIP-2 ID of a chain that a wallet lists, or the ID itself if it is unknown. */
export const currentId = (chain: string): CaipNetworkId =>
  (Object.keys(names).find((id) => isSameChain(id, chain)) ?? chain) as CaipNetworkId

const nameOf = (id: string): string => names[id as CaipNetworkId] ?? id

// Wallet Standard IDs by CAIP-2 ID. The order matters: current IDs precede older ones. The bundled networks are not imported, because that
// would add them to every site's first chunk.
const names: { readonly [id: CaipNetworkId]: string } = {
  "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp": "solana:mainnet",
  "solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ": "solana:mainnet",
  "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1": "solana:devnet",
  "solana:8E9rvCKLFQia2Y35HXjjpWzj8weVo44K": "solana:devnet",
  "solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z": "solana:testnet",
}
