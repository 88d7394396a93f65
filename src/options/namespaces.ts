/** Family of chains, by its CAIP-2 name (specification section 9). */
export type Namespace = "eip155" | "solana" | "polkadot" | "bip122" | "cosmos" | "sui" | "stacks"

/** Namespaces of networks that the modal supports (specification section 3). */
export type NetworkNamespace = "eip155" | "solana" | "bip122"
