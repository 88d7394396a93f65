import type { CaipNetworkId, Network } from "../../../src/options/networks.ts"

/** Whether two IDs name one chain. Wallets have their own names for Solana's three chains (`solana:mainnet`), or use older CAIP-2 IDs. */
export const isSameChain = (one: string, other: string): boolean => nameOf(one) === nameOf(other)

/** Returns a wallet's name for a network, or `undefined` if it does not support the network. */
export const canonicalId = (chains: readonly string[], { caipNetworkId }: Pick<Network, "caipNetworkId">) =>
  chains.find((chain) => isSameChain(chain, caipNetworkId))

/** Returns the current CAIP-2 ID of a wallet's chain. */
export const currentId = (chain: string): CaipNetworkId =>
  (Object.keys(names).find((id) => isSameChain(id, chain)) ?? chain) as CaipNetworkId

const nameOf = (id: string): string => names[id as CaipNetworkId] ?? id

// Current IDs precede older ones. Written out, because importing the bundled networks would add them to every site's first chunk.
const names: { readonly [id: CaipNetworkId]: string } = {
  "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp": "solana:mainnet",
  "solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ": "solana:mainnet",
  "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1": "solana:devnet",
  "solana:8E9rvCKLFQia2Y35HXjjpWzj8weVo44K": "solana:devnet",
  "solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z": "solana:testnet",
}
