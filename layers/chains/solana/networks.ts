import type { CaipNetworkId, Network } from "../../../src/domain/networks.ts"

/** Whether two ids name one chain: wallets have names of their own for Solana's three (`solana:mainnet`), or older CAIP-2 ids. */
export const isSameChain = (one: string, other: string): boolean => nameOf(one) === nameOf(other)

/** A network as a wallet of these chains spells it; nothing where it does not serve the network. */
export const spelled = (chains: readonly string[], { caipNetworkId }: Pick<Network, "caipNetworkId">) =>
  chains.find((chain) => isSameChain(chain, caipNetworkId))

/** The CAIP-2 id that a chain of a wallet has now. */
export const currentId = (chain: string): CaipNetworkId =>
  (Object.keys(names).find((id) => isSameChain(id, chain)) ?? chain) as CaipNetworkId

const nameOf = (id: string): string => names[id as CaipNetworkId] ?? id

// The id of now before an older one. Written out: whatever imports the bundled networks puts them into every site's first chunk.
const names: { readonly [id: CaipNetworkId]: string } = {
  "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp": "solana:mainnet",
  "solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ": "solana:mainnet",
  "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1": "solana:devnet",
  "solana:8E9rvCKLFQia2Y35HXjjpWzj8weVo44K": "solana:devnet",
  "solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z": "solana:testnet",
}
